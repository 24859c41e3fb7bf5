import { Panel } from '../../parts/panel.tsx';
import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import type { Summary } from './domain-queries.ts';
import styles from './domain-table.module.css';
import { pointsScale, signedPoints } from './points-scale.ts';

/** How many points each term can give, as bars around zero. */
export function ScorecardTab({ definition }: { readonly definition: Summary }) {
  const { intercept, base_rate, temperature, terms } = definition.scorecard;
  const scale = pointsScale(terms);
  return (
    <Panel title={text.domain.scorecardTitle} lead={text.domain.scorecardLead}>
      <p className={styles.lead}>
        {base_rate === null
          ? text.domain.intercept(signedPoints(intercept))
          : text.domain.baseRate(Math.round(base_rate.value * 100), base_rate.means, signedPoints(intercept))}
        {temperature !== 1 && ` ${text.domain.temperature(temperature)}`}
      </p>
      {terms.length === 0 && <p>{text.domain.noTerms}</p>}
      {terms.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard
        <section className={styles.scroll} tabIndex={0} aria-label={text.domain.scorecardTitle}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text.domain.term}</th>
                <th scope="col" className={styles.optional}>
                  {text.domain.compares}
                </th>
                <th scope="col" className={styles.number}>
                  {text.domain.least}
                </th>
                {/* The bars repeat the numbers beside them. */}
                <td aria-hidden="true" />
                <th scope="col" className={styles.number}>
                  {text.domain.most}
                </th>
                <th scope="col" className={`${styles.number} ${styles.optional}`}>
                  {text.domain.missing}
                </th>
              </tr>
            </thead>
            <tbody>
              {terms.map((term) => (
                <tr key={term.name}>
                  <th scope="row">
                    {words(term.name)}
                    {term.conditional && <small>{text.domain.conditional}</small>}
                  </th>
                  <td className={styles.optional}>
                    {term.compare}
                    <span className={styles.sources}> {term.fields.join(', ')}</span>
                  </td>
                  <td className={styles.number}>{signedPoints(term.least)}</td>
                  <td aria-hidden="true" className={styles.chart}>
                    <svg>
                      <title>{text.domain.range(signedPoints(term.least), signedPoints(term.most))}</title>
                      <rect
                        className={styles.minus}
                        x={`${scale(Math.min(0, term.least))}%`}
                        width={`${scale(0) - scale(Math.min(0, term.least))}%`}
                        height="14"
                        rx="3"
                      />
                      <rect
                        className={styles.plus}
                        x={`${scale(Math.max(0, term.least))}%`}
                        width={`${scale(Math.max(0, term.most)) - scale(Math.max(0, term.least))}%`}
                        height="14"
                        rx="3"
                      />
                      <line className={styles.axis} x1={`${scale(0)}%`} x2={`${scale(0)}%`} y2="14" />
                    </svg>
                  </td>
                  <td className={styles.number}>{signedPoints(term.most)}</td>
                  <td className={`${styles.number} ${styles.optional}`}>
                    {term.missing === 0 ? '–' : signedPoints(term.missing)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
}

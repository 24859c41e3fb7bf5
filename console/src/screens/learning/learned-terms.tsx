import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { capitalized, words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './learned-terms.module.css';
import type { RunDetail } from './learning-queries.ts';

type Term = NonNullable<RunDetail['terms']>[number];

/** At first so many terms, each with so many of its cases. */
const FIRST = { terms: 6, cases: 6 };
const NOTICEABLE = 0.01;

function signed(points: number): string {
  const shown = Math.abs(points).toFixed(2);
  return Number(shown) === 0 ? shown : `${points < 0 ? '−' : '+'}${shown}`;
}

/** The cases that changed most, in their order. */
function mostChanged(points: Term['points']): Term['points'] {
  const changeOf = ({ declared, learned }: Term['points'][number]) => Math.abs(learned - declared);
  const kept = [...points].sort((a, b) => changeOf(b) - changeOf(a)).slice(0, FIRST.cases);
  return points.filter((point) => kept.includes(point) && changeOf(point) >= NOTICEABLE);
}

/** Declared points beside learned ones, by term and case. */
export function LearnedTerms({ terms }: { readonly terms: readonly Term[] }) {
  const [all, { open }] = useDisclosure(false);
  const shown = all
    ? terms
    : terms.slice(0, FIRST.terms).map((term) => ({ ...term, points: mostChanged(term.points) }));
  const points = terms.flatMap((term) => term.points.flatMap(({ declared, learned }) => [declared, learned]));
  const most = Math.max(0.5, ...points.map(Math.abs));
  const at = (value: number) => `${50 + (value / most) * 48}%`;
  return (
    <>
      <ul className={styles.terms}>
        {shown.map((term) => (
          <li key={term.name}>
            <h3>
              {capitalized(term.name)} <span>{words(term.compare)}</span>
            </h3>
            {term.words !== undefined && <p className={styles.words}>{term.words}</p>}
            <table className={styles.table}>
              <thead className={styles.hidden}>
                <tr>
                  <th scope="col">{text.learning.case}</th>
                  <td />
                  <th scope="col">{text.learning.declared}</th>
                  <th scope="col">{text.learning.learned}</th>
                </tr>
              </thead>
              <tbody>
                {term.points.map(({ at: name, declared, learned }) => (
                  <tr key={name}>
                    <th scope="row">{words(name)}</th>
                    <td className={styles.cell} aria-hidden="true">
                      <svg className={styles.axis} aria-hidden="true">
                        <line x1="50%" x2="50%" y1="0" y2="16" className={styles.zero} />
                        <line x1={at(declared)} x2={at(learned)} y1="8" y2="8" className={styles.way} />
                        <circle cx={at(declared)} cy="8" r="4" className={styles.declared} />
                        <circle cx={at(learned)} cy="8" r="4" className={styles.learned} />
                      </svg>
                    </td>
                    <td className={styles.before}>{signed(declared)}</td>
                    <td className={styles.after}>{signed(learned)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </li>
        ))}
      </ul>
      {!all && (
        <Button mt={12} size="xs" variant="default" onClick={open}>
          {text.learning.everyTerm(terms.length)}
        </Button>
      )}
    </>
  );
}

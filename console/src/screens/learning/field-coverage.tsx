import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import styles from './field-coverage.module.css';
import type { FieldStatistics } from './learning-queries.ts';

type Field = FieldStatistics['fields'][number];

/** Each field with the share of people who have it, a mark where it was a week ago, and its sources. */
export function FieldCoverage({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.learning.field}</th>
          <td />
          <th scope="col" className={styles.number}>
            {text.learning.known}
          </th>
          <th scope="col" className={styles.number}>
            {text.learning.change}
          </th>
          <th scope="col" className={styles.sources}>
            {text.learning.from}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              {words(field.name)} <span>{text.learning.kinds[field.kind] ?? field.kind}</span>
            </th>
            <td className={styles.cell} aria-hidden="true">
              <svg className={styles.track} aria-hidden="true">
                <rect width="100%" y="4" height="6" rx="3" className={styles.ground} />
                <rect width={`${field.share * 100}%`} y="4" height="6" rx="3" className={styles.share} />
                {field.share_week_ago !== null && (
                  <line
                    x1={`${field.share_week_ago * 100}%`}
                    x2={`${field.share_week_ago * 100}%`}
                    y1="0"
                    y2="14"
                    className={styles.ago}
                  />
                )}
              </svg>
            </td>
            <td className={styles.number}>{text.common.percent(field.share)}</td>
            <td className={styles.number}>
              <Change field={field} />
            </td>
            <td className={styles.sources}>{sourcesOf(field)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Change({ field: { share, share_week_ago: ago } }: { readonly field: Field }) {
  if (ago === null) return <span title={text.learning.changeHint}>{text.learning.noChange}</span>;
  const points = Math.round((share - ago) * 100);
  const sign = points === 0 ? '±' : points > 0 ? '+' : '−';
  return (
    <span data-change={Math.abs(points) >= 5 ? 'much' : 'little'}>
      {sign}
      {Math.abs(points)} %
    </span>
  );
}

function sourcesOf({ sources }: Field): string {
  const total = Object.values(sources).reduce((sum, count) => sum + count, 0);
  return Object.entries(sources)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => {
      const said = text.learning.sources[name] ?? words(name);
      return count === total ? said : `${said} ${text.common.percent(count / total)}`;
    })
    .join(', ');
}

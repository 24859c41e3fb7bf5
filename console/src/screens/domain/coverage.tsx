import { words } from '../../parts/words.ts';
import { text } from '../../text/en.ts';
import type { FieldStatistics } from './domain-queries.ts';
import styles from './domain-table.module.css';
import { signedPoints } from './points-scale.ts';

/** For how many people each field is known, and where its values come from. The line is last week's share. */
export function Coverage({ fields }: { readonly fields: FieldStatistics['fields'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={text.domain.coverageTitle}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.domain.field}</th>
            <th scope="col" className={styles.optional}>
              {text.domain.kind}
            </th>
            <td aria-hidden="true" />
            <th scope="col" className={styles.number}>
              {text.domain.known}
            </th>
            <th scope="col" className={styles.number}>
              {text.domain.weekAgo}
            </th>
            <th scope="col">{text.domain.source}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{words(field.name)}</th>
              <td className={styles.optional}>{text.domain.kinds[field.kind] ?? field.kind}</td>
              <td aria-hidden="true" className={styles.chart}>
                <svg>
                  <title>{text.domain.coverageOf(words(field.name), text.common.percent(field.share))}</title>
                  <rect className={styles.ground} width="100%" height="14" rx="3" />
                  <rect className={styles.share} width={`${field.share * 100}%`} height="14" rx="3" />
                  {field.share_week_ago !== null && (
                    <line
                      className={styles.ago}
                      x1={`${field.share_week_ago * 100}%`}
                      x2={`${field.share_week_ago * 100}%`}
                      y2="14"
                    />
                  )}
                </svg>
              </td>
              <td className={styles.number}>{text.common.percent(field.share)}</td>
              <td className={styles.number}>{weekAgo(field)}</td>
              <td className={styles.sources}>{sourcesOf(field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Field = FieldStatistics['fields'][number];

function weekAgo({ share, share_week_ago }: Field): string {
  if (share_week_ago === null) return '–';
  const drift = Math.round((share - share_week_ago) * 100);
  const before = text.common.percent(share_week_ago);
  return drift === 0 ? before : `${before} (${signedPoints(drift)})`;
}

function sourcesOf({ sources }: Field): string {
  const all = Object.values(sources).reduce((sum, count) => sum + count, 0);
  return Object.entries(sources)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${text.domain.sources[name] ?? name} ${text.common.percent(count / all)}`)
    .join(', ');
}

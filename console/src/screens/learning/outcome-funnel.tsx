import { text } from '../../text/en.ts';
import type { OutcomeStatistics } from './learning-queries.ts';
import styles from './outcome-funnel.module.css';

const steps = ['shown', 'decided', 'positive', 'mutual'] as const;

/** Bars from shown to mutual, each with its share of the step before. */
export function OutcomeFunnel({ funnel }: { readonly funnel: OutcomeStatistics['funnel'] }) {
  const rows = steps.flatMap((step) => {
    const count = funnel[step];
    return count === null ? [] : [{ step, count }];
  });
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ol className={styles.funnel}>
      {rows.map(({ step, count }, n) => {
        const before = rows[n - 1];
        return (
          <li key={step}>
            <div className={styles.words}>
              <span>
                <strong>{text.learning.funnel[step]}</strong> {text.learning.funnelHint[step]}
              </span>
              <span className={styles.count}>{text.common.count(count)}</span>
            </div>
            <svg className={styles.track} aria-hidden="true">
              <rect width="100%" height="14" rx="4" className={styles.ground} />
              <rect width={`${(count / most) * 100}%`} height="14" rx="4" className={styles.bar} />
            </svg>
            <p className={styles.share}>
              {before && before.count > 0 && count <= before.count
                ? text.learning.ofStep(
                    text.common.percent(count / before.count),
                    text.learning.funnel[before.step],
                  )
                : '\u00a0'}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

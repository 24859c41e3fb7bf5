import { text } from '../../text/en.ts';
import { type FunnelResult, funnelRows, funnelWidth } from './funnel-rows.ts';
import styles from './funnel-strip.module.css';

/** How many are left after each stage, on one line. */
export function FunnelLine({ result }: { readonly result: FunnelResult }) {
  const { total } = result.pipeline_stats;
  const rows = funnelRows(result).filter(({ enabled, in: before, out }) => enabled || before !== out);
  return (
    <ol className={styles.stages}>
      {[{ stage: 'all', out: total }, ...rows].map(({ stage, out }) => (
        <li key={stage}>
          <span className={styles.stage}>{text.match.stageNames[stage] ?? stage}</span>
          <strong>{text.common.count(out)}</strong>
          <svg className={styles.bar} aria-hidden="true">
            <rect width="100%" height="3" rx="1.5" className={styles.ground} />
            <rect width={`${100 * funnelWidth(out, total)}%`} height="3" rx="1.5" className={styles.left} />
          </svg>
        </li>
      ))}
    </ol>
  );
}

import { text } from '../../text/en.ts';
import { isUnfinished, type Run } from './learning-queries.ts';
import styles from './run-status.module.css';

/** State of a run, its progress while it works, and whether its model serves. */
export function RunStatus({ run }: { readonly run: Run }) {
  return (
    <>
      <span className={styles.status} data-status={run.status}>
        {text.learning.status[run.status] ?? run.status}
        {isUnfinished(run) && run.status !== 'queued' && ` ${text.common.percent(run.progress)}`}
      </span>
      {run.in_force && (
        <span className={styles.status} data-status="in_force">
          {text.learning.inForce}
        </span>
      )}
    </>
  );
}

export function RunProgress({ run }: { readonly run: Run }) {
  if (!isUnfinished(run)) return null;
  return (
    <svg
      className={styles.track}
      role="img"
      aria-label={text.jobs.progress(text.common.percent(run.progress))}
    >
      <rect width="100%" height="6" rx="3" className={styles.ground} />
      <rect width={`${run.progress * 100}%`} height="6" rx="3" className={styles.done} />
    </svg>
  );
}

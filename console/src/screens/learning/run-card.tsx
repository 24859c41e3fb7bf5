import { Link } from '@tanstack/react-router';
import { dateTime } from '../../shell/dates.ts';
import { text } from '../../text/en.ts';
import { isUnfinished, type Run } from './learning-queries.ts';
import { RunProgress, RunStatus } from './run-status.tsx';
import styles from './runs-view.module.css';

export function RunCard({ run }: { readonly run: Run }) {
  const facts = [
    text.learning.triplets(run.triplets_used),
    text.learning.tiers[run.tier] ?? run.tier,
    run.forced && text.learning.forced,
    isUnfinished(run) && text.learning.about(run.estimated_completion_minutes),
    run.version,
  ];
  return (
    <Link to="/learning/runs/$runId" params={{ runId: run.run_id }} className={styles.run}>
      <span className={styles.head}>
        <span className={styles.when}>{dateTime(run.created_at)}</span>
        <RunStatus run={run} />
      </span>
      <RunProgress run={run} />
      <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
      <span className={styles.verdict}>{run.reason ?? text.learning.noVerdictYet}</span>
    </Link>
  );
}

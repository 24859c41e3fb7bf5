import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { wire } from 'counterpart-client';
import { useEffect, useEffectEvent } from 'react';
import { client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { allows, useSession } from '../../shell/session-context.ts';
import { text } from '../../text/en.ts';
import { actText } from '../../text/en-act.ts';
import { isOpen } from '../jobs/job-times.ts';
import styles from './operation-form.module.css';

const EVERY_MS = 1500;
/** The resources that a job may change. */
const changed = new Set([
  'datasets',
  'dataset',
  'models',
  'model',
  'aliases',
  'tokenizers',
  'tokenizer',
  'simulations',
  'segments',
  'jobs',
  'home',
]);

interface Props {
  readonly jobId: string;
  /** Called once, when the job has succeeded. */
  readonly onDone?: (job: wire.Job) => void;
}

/** Follows a job to its end. */
export function JobProgress({ jobId, onDone }: Props) {
  const session = useSession();
  const mayRead = allows(session, 'data', 'read');
  const job = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => client.jobs.get(jobId, { signal }),
    enabled: mayRead,
    refetchInterval: ({ state }) => (state.data === undefined || isOpen(state.data) ? EVERY_MS : false),
  });
  const { data } = job;
  const done = useEffectEvent((ended: wire.Job) => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => changed.has(String(queryKey[0])),
    });
    onDone?.(ended);
  });
  useEffect(() => {
    if (data?.status === 'succeeded') done(data);
  }, [data]);
  if (!mayRead) return <p role="status">{actText.job.noScope}</p>;
  if (job.error) return <ErrorNote error={job.error} onRetry={() => job.refetch()} />;
  const says = data === undefined ? text.jobs.waiting : saysOf(data);
  return (
    <div role="status" aria-live="polite">
      <p>{says}</p>
      {(data === undefined || isOpen(data)) && (
        <progress className={styles.bar} max={1} value={data?.progress ?? 0} aria-label={actText.job.title} />
      )}
      {data?.error && <p className={styles.bad}>{data.error.message}</p>}
      <Link to="/jobs">{actText.job.all}</Link>
    </div>
  );
}

function saysOf({ status, progress, detail }: wire.Job): string {
  if (status !== 'running') return actText.job[status === 'succeeded' ? 'done' : status];
  const stage = typeof detail?.stage === 'string' ? [detail.stage] : [];
  return [actText.job.running(text.common.percent(progress)), ...stage].join(' · ');
}

/** Jobs that may be taken. */
import { type Kysely, sql } from 'kysely';
import type { JobStore } from '../../job-store.ts';
import type { Tables } from '../tables.generated.ts';
import { runsSideBySide } from '../transaction-locks.ts';

export type Take = Parameters<JobStore['take']>[1];
export type DueJob = Pick<Tables['jobs'], 'tenant_id' | 'job_id' | 'kind' | 'status' | 'due_ms' | 'taken_ms'>;

export interface DueQuery {
  readonly kind: string;
  readonly status: 'queued' | 'running';
  readonly take: Take;
  /** Locks the found jobs until the transaction ends, and passes over jobs that another one has locked. */
  readonly hold: boolean;
}

/** The longest waiting first. */
export function dueJobs(db: Kysely<Tables>, { kind, status, take, hold }: DueQuery) {
  return (
    db
      .selectFrom('jobs')
      .select(['tenant_id', 'job_id', 'kind', 'status', 'due_ms', 'taken_ms'])
      .where('status', '=', sql.lit(status))
      .where('kind', '=', kind)
      .where('due_ms', '<=', take.nowMs)
      .orderBy('due_ms')
      .orderBy('job_id')
      // Jobs whose worker died are few, and all of them are looked at.
      .$if(status === 'queued', (query) => query.limit(take.limit))
      .$if(hold && runsSideBySide(db), (query) => query.forUpdate().skipLocked())
  );
}

export function longestWaitingFirst<Waiting extends Pick<DueJob, 'due_ms' | 'job_id'>>(
  jobs: readonly Waiting[],
): readonly Waiting[] {
  return jobs.toSorted((a, b) => Number(a.due_ms) - Number(b.due_ms) || (a.job_id < b.job_id ? -1 : 1));
}

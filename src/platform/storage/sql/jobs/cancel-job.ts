/** Cancelling jobs, and removing finished ones, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Job } from '../../job.ts';
import type { JobStore } from '../../job-store.ts';
import { carryOutChanges } from '../carry-out-changes.ts';
import type { Tables } from '../tables.generated.ts';
import { announceJob } from '../webhooks/announcements.ts';
import { decodeJob } from './job-codec.ts';
import { clearJobLog } from './job-log.ts';
import { getJob } from './read-jobs.ts';

export async function cancelJob(
  db: Kysely<Tables>,
  tenant: TenantId,
  jobId: string,
  { nowMs, changes }: Parameters<JobStore['cancel']>[2],
): Promise<Job | null> {
  const cancelled = await db
    .updateTable('jobs')
    .set({ status: 'cancelled', due_ms: null, checkpoint: null, finished_at: new Date(nowMs).toISOString() })
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
  if (cancelled !== undefined) {
    await carryOutChanges(db, changes);
    await announceJob(db, cancelled);
    return decodeJob(cancelled);
  }
  const marked = await db
    .updateTable('jobs')
    .set({ cancel_requested: 1 })
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst();
  return marked === undefined ? getJob(db, tenant, jobId) : decodeJob(marked);
}

export async function forgetFinishedJobs(db: Kysely<Tables>, beforeMs: number): Promise<number> {
  const before = new Date(beforeMs).toISOString();
  const forgotten = await db
    .deleteFrom('jobs')
    .where('finished_at', '<', before)
    .returning(['tenant_id', 'job_id'])
    .execute();
  for (const job of forgotten) await clearJobLog(db, job.tenant_id, job.job_id);
  return forgotten.length;
}

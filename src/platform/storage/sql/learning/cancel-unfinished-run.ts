/**
 * Cancels the unfinished run of a domain together with its job, in the caller's transaction. A worker that
 * holds the job finds its lease lost, stops, and its result is refused.
 */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Tables } from '../tables.generated.ts';
import { announcedColumns, announceJob } from '../webhooks/announcements.ts';
import { endRun } from './end-run.ts';
import { unfinishedRun } from './read-runs.ts';

const REASON =
  'The run was cancelled because outcomes that it had read were withdrawn. A new run learns without them.';

export async function cancelUnfinishedRun(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  at: string,
): Promise<void> {
  const run = await unfinishedRun(db, tenant, domain);
  if (run === null) return;
  const cancelled = await db
    .updateTable('jobs')
    .set({ status: 'cancelled', due_ms: null, lease_owner: null, checkpoint: null, finished_at: at })
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', run.jobId)
    .where('finished_at', 'is', null)
    .returning(announcedColumns)
    .executeTakeFirst();
  if (cancelled !== undefined) await announceJob(db, cancelled);
  await endRun(db, tenant, run.runId, {
    status: 'cancelled',
    metrics: null,
    reason: REASON,
    startedAt: run.startedAt,
    finishedAt: at,
    model: null,
    mail: null,
  });
}

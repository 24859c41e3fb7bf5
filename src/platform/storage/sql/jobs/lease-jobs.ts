/** Operations of the worker that holds a job's lease. Without the lease they change nothing. */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { FinishedJob, JobEnd, JobStore } from '../../job-store.ts';
import type { StoreChange } from '../../store-change.ts';
import { areCurrent, carryOutChanges } from '../carry-out-changes.ts';
import type { Tables } from '../tables.generated.ts';
import { lockTenants, runsSideBySide } from '../transaction-locks.ts';
import { announcedColumns, announceJob } from '../webhooks/announcements.ts';
import { addToJobLog, clearJobLog } from './job-log.ts';
import { chargeEnd } from './job-shares.ts';

export async function prolongLeases(
  db: Kysely<Tables>,
  owner: string,
  jobIds: readonly string[],
  nowMs: number,
  leaseMs: number,
): ReturnType<JobStore['heartbeat']> {
  const held = await db
    .updateTable('jobs')
    .set({ due_ms: nowMs + leaseMs })
    .where('lease_owner', '=', owner)
    .where('job_id', 'in', [...jobIds])
    .returning(['job_id', 'cancel_requested'])
    .execute();
  const ids = new Set(held.map((job) => job.job_id));
  return {
    lost: jobIds.filter((id) => !ids.has(id)),
    cancelRequested: held.filter((job) => job.cancel_requested === 1).map((job) => job.job_id),
  };
}

export async function reportProgress(
  db: Kysely<Tables>,
  owner: string,
  jobId: string,
  { progress, detail, checkpoint, entries = [], changes = [] }: Parameters<JobStore['report']>[2],
): Promise<'kept' | 'lost'> {
  if (changes.length > 0) await lockTenantOf(db, jobId);
  const kept = await db
    .updateTable('jobs')
    .set({
      progress,
      ...(detail !== undefined && { detail: JSON.stringify(detail) }),
      ...(checkpoint !== undefined && { checkpoint: JSON.stringify(checkpoint) }),
    })
    .where('lease_owner', '=', owner)
    .where('job_id', '=', jobId)
    .returning(['tenant_id', 'job_id', 'takes'])
    .execute();
  const [job] = kept;
  if (job === undefined) return 'lost';
  if (entries.length > 0) await addToJobLog(db, job, entries);
  await carryOutChanges(db, changes);
  return 'kept';
}

export async function finishJob(
  db: Kysely<Tables>,
  owner: string,
  {
    jobId,
    end,
    changes,
    nowMs,
  }: {
    readonly jobId: string;
    readonly end: JobEnd;
    readonly changes: readonly StoreChange[];
    readonly nowMs: number;
  },
): Promise<FinishedJob> {
  await lockTenantOf(db, jobId);
  if (!(await areCurrent(db, changes))) return 'stale';
  const ended =
    (end.status === 'succeeded' ? await dropUnkept(db, owner, jobId) : null) ??
    (await endLease(db, owner, jobId, endColumns(end, nowMs), end));
  if (ended === null) return 'lost';
  await carryOutChanges(db, changes);
  await announceJob(db, ended);
  // The last statement: a taker may wait for the share, and holds what the changes may need.
  await chargeEnd(db, ended, nowMs);
  return 'finished';
}

async function lockTenantOf(db: Kysely<Tables>, jobId: string): Promise<void> {
  if (!runsSideBySide(db)) return;
  const jobs = await db.selectFrom('jobs').select('tenant_id').where('job_id', '=', jobId).execute();
  await lockTenants(
    db,
    jobs.map((job) => job.tenant_id),
  );
}

type EndedLease = Pick<Tables['jobs'], (typeof ofEnded)[number]>;
const ofEnded = [...announcedColumns, 'taken_ms'] as const;

async function dropUnkept(db: Kysely<Tables>, owner: string, jobId: string): Promise<EndedLease | null> {
  const dropped = await db
    .deleteFrom('jobs')
    .where('lease_owner', '=', owner)
    .where('job_id', '=', jobId)
    .where('keep', '=', 0)
    .returning(ofEnded)
    .execute();
  const [job] = dropped;
  if (job === undefined) return null;
  await clearJobLog(db, job.tenant_id, job.job_id);
  return job;
}

async function endLease(
  db: Kysely<Tables>,
  owner: string,
  jobId: string,
  columns: Partial<Tables['jobs']>,
  { status }: JobEnd,
): Promise<EndedLease | null> {
  const ended = await db
    .updateTable('jobs')
    .set((eb) => ({
      ...columns,
      status: status === 'queued' ? unlessToCancel(eb) : status,
      lease_owner: null,
      ...(status === 'queued' && columns.takes === undefined && { takes: eb('takes', '-', 1) }),
    }))
    .where('lease_owner', '=', owner)
    .where('job_id', '=', jobId)
    .returning(ofEnded)
    .execute();
  const [job] = ended;
  if (job === undefined) return null;
  if (columns.takes === 0) await clearJobLog(db, job.tenant_id, job.job_id);
  return job;
}

/** A cancelled job does not return to the queue. The next `take` returns it in `givenUp`. */
function unlessToCancel(eb: ExpressionBuilder<Tables, 'jobs'>) {
  return eb
    .case()
    .when('cancel_requested', '=', 1)
    .then<Tables['jobs']['status']>('running')
    .else<Tables['jobs']['status']>('queued')
    .end();
}

function endColumns(end: JobEnd, nowMs: number): Partial<Tables['jobs']> {
  const finished = { due_ms: null, checkpoint: null, finished_at: new Date(nowMs).toISOString() };
  switch (end.status) {
    case 'succeeded':
      return { ...finished, progress: 1, result: JSON.stringify(end.result) };
    case 'failed':
      return { ...finished, error: JSON.stringify(end.error) };
    case 'cancelled':
      return finished;
    case 'queued':
      return { due_ms: end.runAfterMs, ...(end.afresh && fresh) };
    default:
      return end satisfies never;
  }
}

const fresh = { takes: 0, progress: 0, detail: null, checkpoint: null, started_at: null };

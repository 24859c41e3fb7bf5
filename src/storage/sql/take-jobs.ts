/**
 * Takes jobs. A read first finds out whether there is a job to take, so that an empty queue costs no lock. The
 * transaction then decides again. SQLite has one writer; in PostgreSQL the lock of a kind keeps two takers from counting
 * the same running jobs and exceeding the limit together. Kinds do not wait for each other, and a job that another
 * transaction holds is passed over: its change decides what becomes of it.
 */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Job } from '../job.ts';
import { type JobStore, MAX_TAKES } from '../job-store.ts';
import { decodeJob } from './job-codec.ts';
import type { JobTable, Tables } from './tables.ts';
import { lockJobKind, runsSideBySide } from './transaction-locks.ts';

export type Take = Parameters<JobStore['take']>[1];
type Candidate = Pick<JobTable, 'tenant_id' | 'job_id' | 'due_ms'>;

export async function takeJobs(db: Kysely<Tables>, owner: string, take: Take): ReturnType<JobStore['take']> {
  const { due, givenUp } = await takeable(db, take, true);
  return {
    taken: await lease(db, owner, take, due, true),
    givenUp: await lease(db, owner, take, givenUp, false),
  };
}

export async function hasJobsToTake(db: Kysely<Tables>, take: Take): Promise<boolean> {
  const kinds = Object.keys(take.limits);
  if (kinds.length === 0 || take.limit < 1) return false;
  if (!(await isAnyDue(db, kinds, take.nowMs))) return false;
  const { due, givenUp } = await takeable(db, take, false);
  return due.length + givenUp.length > 0;
}

async function isAnyDue(db: Kysely<Tables>, kinds: readonly string[], nowMs: number): Promise<boolean> {
  const first = await db
    .selectFrom('jobs')
    .select('job_id')
    .where('status', 'in', ['queued', 'running'])
    .where('kind', 'in', kinds)
    .where('due_ms', '<=', nowMs)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}

/** The longest waiting first, within the limits. `hold`: locks what it finds until the transaction ends. */
async function takeable(
  db: Kysely<Tables>,
  take: Take,
  hold: boolean,
): Promise<{ readonly due: readonly Candidate[]; readonly givenUp: readonly Candidate[] }> {
  const due: Candidate[] = [];
  const givenUp: Candidate[] = [];
  // In one order, so that two takers never wait for each other.
  for (const kind of Object.keys(take.limits).sort()) {
    if (hold && !(await isAnyDue(db, [kind], take.nowMs))) continue;
    if (hold) await lockJobKind(db, kind);
    const room = take.limits[kind]! - (await countLive(db, kind, take.nowMs));
    const left = waiting(db, kind, 'running', take, hold);
    givenUp.push(...(await left.where(isGivenUp).execute()));
    if (room <= 0) continue;
    const queued = await waiting(db, kind, 'queued', take, hold).execute();
    const again = await left.where((eb) => eb.not(isGivenUp(eb))).execute();
    due.push(...inTurn([...queued, ...again]).slice(0, room));
  }
  return { due: inTurn(due).slice(0, take.limit), givenUp: inTurn(givenUp).slice(0, take.limit) };
}

async function countLive(db: Kysely<Tables>, kind: string, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'running')
    .where('kind', '=', kind)
    .where('due_ms', '>', nowMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function waiting(
  db: Kysely<Tables>,
  kind: string,
  status: 'queued' | 'running',
  { nowMs, limit }: Take,
  hold: boolean,
) {
  return db
    .selectFrom('jobs')
    .select(['tenant_id', 'job_id', 'due_ms'])
    .where('status', '=', status)
    .where('kind', '=', kind)
    .where('due_ms', '<=', nowMs)
    .orderBy('due_ms')
    .orderBy('job_id')
    .limit(limit)
    .$if(hold && runsSideBySide(db), (query) => query.forUpdate().skipLocked());
}

/**
 * The job's worker died for the last time, or it was cancelled while no worker held it. (A cancelled job is
 * never queued.)
 */
function isGivenUp(eb: ExpressionBuilder<Tables, 'jobs'>) {
  return eb.or([eb('cancel_requested', '=', 1), eb('takes', '>=', MAX_TAKES)]);
}

function inTurn(candidates: readonly Candidate[]): readonly Candidate[] {
  return [...candidates].sort(
    (a, b) => Number(a.due_ms) - Number(b.due_ms) || (a.job_id < b.job_id ? -1 : 1),
  );
}

/**
 * Leases jobs that are still due and unfinished. Jobs that another worker took or ended meanwhile are left
 * out.
 */
async function lease(
  db: Kysely<Tables>,
  owner: string,
  { nowMs, leaseMs }: Take,
  candidates: readonly Candidate[],
  counts: boolean,
): Promise<readonly Job[]> {
  const leased = new Map<string, Job>();
  for (const [tenant, jobs] of Map.groupBy(candidates, (job) => job.tenant_id)) {
    const rows = await db
      .updateTable('jobs')
      .set({
        status: 'running',
        lease_owner: owner,
        due_ms: nowMs + leaseMs,
        takes: sql<number>`takes + ${counts ? 1 : 0}`,
        started_at: sql<string>`coalesce(started_at, ${new Date(nowMs).toISOString()})`,
      })
      .where('tenant_id', '=', tenant)
      .where(
        'job_id',
        'in',
        jobs.map((job) => job.job_id),
      )
      .where('finished_at', 'is', null)
      .where('due_ms', '<=', nowMs)
      .returningAll()
      .execute();
    for (const row of rows) leased.set(row.job_id, decodeJob(row));
  }
  return candidates.flatMap(({ job_id }) => leased.get(job_id) ?? []);
}

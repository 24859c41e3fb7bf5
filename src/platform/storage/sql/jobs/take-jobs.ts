/**
 * Takes jobs. A read first finds out whether there is a job to take, so that an empty queue costs no lock.
 * The transaction then decides again. SQLite has one writer; in PostgreSQL the lock of a kind keeps two
 * takers from counting the same running jobs and exceeding the limit together. Kinds do not wait for each
 * other, and a job that another transaction holds is passed over: that transaction decides on it.
 *
 * Order within a kind: the workspace with the fewest running jobs, then the one whose turn begins earliest
 * (`job-shares.ts`), then the job that has waited longest. Order within a workspace: the job that has waited
 * longest. Order of kinds: the one with the fewest running jobs, then the one that was taken longest ago.
 */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Job } from '../../job.ts';
import { MAX_TAKES } from '../../job-store.ts';
import type { Tables } from '../tables.generated.ts';
import { lockJobKind } from '../transaction-locks.ts';
import { type DueJob, dueJobs, longestWaitingFirst, type Take } from './due-jobs.ts';
import { decodeJob } from './job-codec.ts';
import { chargeEnd, chargeTurns, type KindClock, readKindClock } from './job-shares.ts';
import { type NextJob, nextJobs } from './next-jobs.ts';

interface Takeable {
  readonly due: readonly NextJob[];
  readonly givenUp: readonly DueJob[];
  /** Before this take, by kind. */
  readonly clocks: ReadonlyMap<string, KindClock>;
}

export async function takeJobs(
  db: Kysely<Tables>,
  owner: string,
  take: Take,
): Promise<{ readonly taken: readonly Job[]; readonly givenUp: readonly Job[] }> {
  const { due, givenUp, clocks } = await takeable(db, take, true);
  const taken = await lease(db, owner, take, due, true);
  const began = new Set(taken.map(({ jobId }) => jobId));
  await chargeTurns(
    db,
    due.filter((job) => began.has(job.job_id)),
    clocks,
    take.nowMs,
  );
  return { taken, givenUp: await lease(db, owner, take, givenUp, false) };
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

/** The next jobs, within the limits. `hold`: locks the found jobs until the transaction ends. */
async function takeable(db: Kysely<Tables>, take: Take, hold: boolean): Promise<Takeable> {
  const due: NextJob[] = [];
  const givenUp: DueJob[] = [];
  const clocks = new Map<string, KindClock>();
  // In one order, so that two takers never wait for each other.
  for (const kind of Object.keys(take.limits).sort()) {
    if (hold && !(await isAnyDue(db, [kind], take.nowMs))) continue;
    if (hold) await lockJobKind(db, kind);
    const running = await runningByTenant(db, kind, take.nowMs);
    const left = dueJobs(db, { kind, status: 'running', take, hold });
    givenUp.push(...(await left.where(isGivenUp).execute()));
    if (sum(running) >= take.limits[kind]!) continue;
    const again = await left.where((eb) => eb.not(isGivenUp(eb))).execute();
    const clock = await readKindClock(db, kind);
    clocks.set(kind, clock);
    due.push(...(await nextJobs(db, { kind, take, hold, running, again, clockMs: clock.servedMs })));
  }
  return {
    due: inTurn(due, clocks).slice(0, take.limit),
    givenUp: longestWaitingFirst(givenUp).slice(0, take.limit),
    clocks,
  };
}

/** The jobs of a kind under a lease. */
async function runningByTenant(
  db: Kysely<Tables>,
  kind: string,
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const counted = await db
    .selectFrom('jobs')
    .select((eb) => ['tenant_id', eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'running')
    .where('kind', '=', kind)
    .where('due_ms', '>', nowMs)
    .groupBy('tenant_id')
    .execute();
  return new Map(counted.map(({ tenant_id, count }) => [tenant_id, Number(count)]));
}

/**
 * The job's worker died for the last time, or it was cancelled while no worker held it. (A cancelled job is
 * never queued.)
 */
function isGivenUp(eb: ExpressionBuilder<Tables, 'jobs'>) {
  return eb.or([eb('cancel_requested', '=', 1), eb('takes', '>=', MAX_TAKES)]);
}

/** The order among kinds. The jobs of each kind are in its order. */
function inTurn(jobs: readonly NextJob[], clocks: Takeable['clocks']): readonly NextJob[] {
  const takenMs = ({ kind }: NextJob) => clocks.get(kind)!.takenMs;
  return longestWaitingFirst(jobs).toSorted((a, b) => a.ahead - b.ahead || takenMs(a) - takenMs(b));
}

const sum = (counts: ReadonlyMap<string, number>) => counts.values().reduce((all, count) => all + count, 0);

/**
 * Leases jobs that are still due and unfinished. Jobs that another worker took or ended meanwhile are left
 * out. An attempt whose worker died is charged up to the end of its lease.
 */
async function lease(
  db: Kysely<Tables>,
  owner: string,
  { nowMs, leaseMs }: Take,
  candidates: readonly DueJob[],
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
        taken_ms: nowMs,
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
  for (const job of candidates)
    if (job.status === 'running' && leased.has(job.job_id)) await chargeEnd(db, job, Number(job.due_ms));
  return candidates.flatMap(({ job_id }) => leased.get(job_id) ?? []);
}

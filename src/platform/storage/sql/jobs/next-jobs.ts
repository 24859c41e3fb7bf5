/**
 * The next jobs of a kind, one after the other. The workspace with the fewest running jobs comes first, then
 * the one whose turn begins earliest (`job-shares.ts`), then the one that has waited longest.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.generated.ts';
import { type DueJob, dueJobs, longestWaitingFirst, type Take } from './due-jobs.ts';
import { forgivenMs, LEAST_COST_MS, readShares, type Turn } from './job-shares.ts';

export interface NextJob extends DueJob, Pick<Turn, 'atMs' | 'forgivenMs'> {
  /** How many jobs of its kind run or begin before it. */
  readonly ahead: number;
}

export interface KindToTake {
  readonly kind: string;
  readonly take: Take;
  readonly hold: boolean;
  /** Jobs under a lease, by tenant. */
  readonly running: ReadonlyMap<string, number>;
  /** Jobs whose worker died. */
  readonly again: readonly DueJob[];
  readonly clockMs: number;
}

/** The jobs of one workspace that are due. */
interface Queue {
  readonly tenant: string;
  head: Pick<DueJob, 'due_ms' | 'job_id'>;
  /** Read when its first turn comes. */
  jobs: DueJob[] | null;
  running: number;
  /** Where its next turn begins on the clock of the kind. */
  atMs: number;
  readonly forgivenMs: number;
}

export async function nextJobs(db: Kysely<Tables>, kindToTake: KindToTake): Promise<readonly NextJob[]> {
  const { kind, take, running } = kindToTake;
  const atOnce = running.values().reduce((all, count) => all + count, 0);
  const room = Math.min(take.limits[kind]! - atOnce, take.limit);
  const ofTenant = take.perTenant ?? (await usualPerTenant(db, take.limits[kind]!));
  const queues = new Set(await readQueues(db, kindToTake));
  const next: NextJob[] = [];
  while (next.length < room) {
    const queue = firstOf(queues, ofTenant);
    if (queue === null) break;
    queue.jobs ??= await readJobs(db, kindToTake, queue.tenant);
    const job = queue.jobs.shift();
    if (job !== undefined) {
      next.push({ ...job, atMs: queue.atMs, forgivenMs: queue.forgivenMs, ahead: atOnce + next.length });
      queue.running += 1;
      queue.atMs += LEAST_COST_MS;
    }
    const [head] = queue.jobs;
    if (head === undefined) queues.delete(queue);
    else queue.head = head;
  }
  return next;
}

/** All slots but one, so that another workspace need not wait; all of them where there is no other. */
async function usualPerTenant(db: Kysely<Tables>, slots: number): Promise<number> {
  if (slots === 1) return 1;
  const tenants = await db.selectFrom('tenants').select('tenant_id').limit(2).execute();
  return tenants.length > 1 ? slots - 1 : slots;
}

async function readQueues(db: Kysely<Tables>, { kind, take, running, again, clockMs }: KindToTake) {
  const queued = await waitingTenants(db, kind);
  const heads = new Map<string, Queue['head']>();
  const waiting = [...queued.filter(({ due_ms }) => Number(due_ms) <= take.nowMs), ...again];
  for (const { tenant_id, ...head } of longestWaitingFirst(waiting))
    if (!heads.has(tenant_id)) heads.set(tenant_id, head);
  const shares = await readShares(db, kind, [...heads.keys()]);
  const asking = new Set([...running.keys(), ...again.map(({ tenant_id }) => tenant_id)]);
  return [...heads].map(([tenant, head]): Queue => {
    const share = shares.get(tenant) ?? { servedMs: 0, asOfMs: 0 };
    const less = asking.has(tenant) ? 0 : forgivenMs(share, Number(head.due_ms));
    const atMs = Math.max(share.servedMs - less, clockMs);
    return { tenant, head, jobs: null, running: running.get(tenant) ?? 0, atMs, forgivenMs: less };
  });
}

/**
 * The workspaces with queued jobs, each with the one that is due first. It skips from one to the next in the
 * index `jobs_in_turn`: the cost grows with the number of workspaces, not with that of jobs.
 */
async function waitingTenants(db: Kysely<Tables>, kind: string) {
  const first = (column: 'due_ms' | 'job_id') => sql`(
    select ${sql.ref(column)} from jobs
    where status = 'queued' and kind = ${kind} and jobs.tenant_id = waiting.tenant_id
    order by due_ms, job_id limit 1
  )`;
  const { rows } = await sql<{ tenant_id: string; due_ms: number; job_id: string }>`
    with recursive waiting (tenant_id) as (
      select min(tenant_id) from jobs where status = 'queued' and kind = ${kind}
      union all
      select (
        select min(jobs.tenant_id) from jobs
        where status = 'queued' and kind = ${kind} and jobs.tenant_id > waiting.tenant_id
      ) from waiting where waiting.tenant_id is not null
    )
    select tenant_id, ${first('due_ms')} as due_ms, ${first('job_id')} as job_id
    from waiting where tenant_id is not null
  `.execute(db);
  return rows;
}

async function readJobs(
  db: Kysely<Tables>,
  { kind, take, hold, again }: KindToTake,
  tenant: string,
): Promise<DueJob[]> {
  const queued = await dueJobs(db, { kind, status: 'queued', take, hold })
    .where('tenant_id', '=', tenant)
    .execute();
  return [...longestWaitingFirst([...queued, ...again.filter(({ tenant_id }) => tenant_id === tenant)])];
}

function firstOf(queues: ReadonlySet<Queue>, mostRunning: number): Queue | null {
  let first: Queue | null = null;
  for (const queue of queues) {
    if (queue.running >= mostRunning) continue;
    if (first === null || isBefore(queue, first)) first = queue;
  }
  return first;
}

function isBefore(a: Queue, b: Queue): boolean {
  const order = a.running - b.running || a.atMs - b.atMs || Number(a.head.due_ms) - Number(b.head.due_ms);
  return order === 0 ? a.head.job_id < b.head.job_id : order < 0;
}

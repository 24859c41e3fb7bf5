/**
 * Fair turns among workspaces, for each kind of job: start-time fair queueing (Goyal, Vin, Cheng 1996) on
 * running time.
 *
 * Each kind has a clock in milliseconds of running time. A workspace's share says up to where on that clock
 * it has been served. Its next turn begins there, or at the clock where that is later: time that a workspace
 * did not ask for is not saved. The earliest turn is next, and the clock moves to its beginning. The running
 * time of a job is added to the share at its end, because it is not known before.
 *
 * So a workspace that has not asked for a while is next after the running jobs, however many jobs another one
 * has queued. Two workspaces that both wait get equal time, whether their jobs take a second or an hour. A
 * share is ahead of the clock by the last job at most. That debt shrinks while the workspace asks for
 * nothing: yesterday's training does not count.
 */
import { type Kysely, sql } from 'kysely';
import { compileOnce } from '../compile-once.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

const TENANTS_A_STATEMENT = 500;

/** The least cost of a job. Turns would not move on with jobs that take no time. */
export const LEAST_COST_MS = 100;

export interface KindClock {
  readonly servedMs: number;
  /** When a job of the kind was last taken, epoch ms; 0: never. */
  readonly takenMs: number;
}

export async function readKindClock(db: Kysely<Tables>, kind: string): Promise<KindClock> {
  const found = await db
    .selectFrom('job_kinds')
    .select(['served_ms', 'taken_ms'])
    .where('kind', '=', kind)
    .executeTakeFirst();
  return { servedMs: found?.served_ms ?? 0, takenMs: Number(found?.taken_ms ?? 0) };
}

export interface Share {
  readonly servedMs: number;
  /** Since when; epoch ms. */
  readonly asOfMs: number;
}

/** The shares of the workspaces; absent: the workspace had no job of the kind. */
export async function readShares(
  db: Kysely<Tables>,
  kind: string,
  tenants: readonly string[],
): Promise<ReadonlyMap<string, Share>> {
  const shares = new Map<string, Share>();
  for (const chunk of inChunks(tenants, TENANTS_A_STATEMENT))
    for (const { tenant_id, served_ms, as_of_ms } of await sharesOf(db, kind, chunk))
      shares.set(tenant_id, { servedMs: served_ms, asOfMs: Number(as_of_ms) });
  return shares;
}

const sharesOf = compileOnce((db, kind: string, tenants: readonly string[]) =>
  db
    .selectFrom('job_shares')
    .select(['tenant_id', 'served_ms', 'as_of_ms'])
    .where('tenant_id', 'in', [...tenants])
    .where('kind', '=', kind),
);

/** The part of the debt that a workspace no longer has when it asks again at `askedMs` (epoch). */
export const forgivenMs = ({ asOfMs }: Share, askedMs: number) => Math.max(0, askedMs - asOfMs);

/** A job that begins, and where on the clock of its kind its turn begins. */
export interface Turn {
  readonly kind: string;
  readonly tenant_id: string;
  readonly atMs: number;
  /** Debt that its workspace no longer has. */
  readonly forgivenMs: number;
}

/**
 * Moves the clocks of the kinds, and charges every turn with the least cost. `clocks`: before these turns.
 */
export async function chargeTurns(
  db: Kysely<Tables>,
  turns: readonly Turn[],
  clocks: ReadonlyMap<string, KindClock>,
  nowMs: number,
): Promise<void> {
  for (const [kind, ofKind] of Map.groupBy(turns, (turn) => turn.kind)) {
    const clockMs = clocks.get(kind)!.servedMs;
    const atMs = Math.max(clockMs, ...ofKind.map((turn) => turn.atMs));
    await db
      .insertInto('job_kinds')
      .values({ kind, served_ms: atMs, taken_ms: nowMs })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet({ served_ms: atMs, taken_ms: nowMs }))
      .execute();
    const byTenant = Map.groupBy(ofKind, (turn) => turn.tenant_id);
    for (const [tenant, own] of [...byTenant].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const lessMs = own[0]!.forgivenMs;
      await charge(db, tenant, kind, { clockMs, lessMs, costMs: own.length * LEAST_COST_MS, nowMs });
    }
  }
}

/** Charges the rest of the cost of an attempt, which held its slot until `endMs` (epoch). */
export async function chargeEnd(
  db: Kysely<Tables>,
  { tenant_id, kind, taken_ms }: Pick<Tables['jobs'], 'tenant_id' | 'kind' | 'taken_ms'>,
  endMs: number,
): Promise<void> {
  // A server of the version before notes no beginning.
  if (taken_ms == null) return;
  const costMs = Math.max(0, endMs - Number(taken_ms) - LEAST_COST_MS);
  await charge(db, tenant_id, kind, { clockMs: 0, lessMs: 0, costMs, nowMs: endMs });
}

interface Charge {
  readonly clockMs: number;
  readonly lessMs: number;
  readonly costMs: number;
  /** Epoch. */
  readonly nowMs: number;
}

/** One statement, since the end of another job may charge the same share at this moment. */
async function charge(
  db: Kysely<Tables>,
  tenant: string,
  kind: string,
  { clockMs, lessMs, costMs, nowMs }: Charge,
): Promise<void> {
  await addCost(db, tenant, kind, clockMs + costMs, lessMs, clockMs, costMs, nowMs);
}

const addCost = compileOnce(
  (
    db,
    tenant_id: string,
    kind: string,
    served_ms: number,
    lessMs: number,
    clockMs: number,
    costMs: number,
    as_of_ms: number,
  ) => {
    const debt = sql<number>`job_shares.served_ms - ${lessMs}`;
    const from = sql<number>`case when ${debt} > ${clockMs} then ${debt} else ${clockMs} end`;
    return db
      .insertInto('job_shares')
      .values({ tenant_id, kind, served_ms, as_of_ms })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'kind'])
          .doUpdateSet({ served_ms: sql<number>`(${from}) + ${costMs}`, as_of_ms }),
      );
  },
);

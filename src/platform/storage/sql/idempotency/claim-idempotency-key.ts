/**
 * Idempotency keys, in the caller's transaction. The result of the insert or update itself says whether this
 * call got the key, without a read before it. So two concurrent claims never both succeed.
 *
 * A claim has an owner, the server that carries the request out, and a lease that its owner renews. The lease
 * of a dead server ends, and the next call takes the claim over. Later writes of the former owner are
 * ignored. Leases are by the clock of the database, so that those of the machines do not matter.
 */
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ClaimedKey, IdempotencyStore, StoredAnswer } from '../../idempotency-store.ts';
import { databaseNowMs } from '../database-clock.ts';
import type { Tables } from '../tables.generated.ts';
import { forgetExpiredAmong, knownKey } from './answered-keys.ts';
import { leaveTombstone, notePeople, tombstonesOf, wasErasedInWork } from './idempotency-people.ts';

/** A claim of the version before has no lease. It is taken over after so long. */
const FORMER_LEASE_MS = 120_000;

export type Claim = Parameters<IdempotencyStore['claim']>[0];
export type ClaimResult = Awaited<ReturnType<IdempotencyStore['claim']>>;

export async function claimIdempotencyKey(db: Kysely<Tables>, claim: Claim): Promise<ClaimResult> {
  const { tenant, route, key } = claim;
  await forgetExpiredAmong(db, tenant, route, [key], claim.nowMs);
  if ((await tombstonesOf(db, tenant, route, [key])).length > 0) return { state: 'erased' };
  if (await insertClaim(db, claim)) {
    await notePeople(db, claim.tenant, claim, claim.people);
    return { state: 'claimed' };
  }
  const standing = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .select(databaseNowMs(db).as('now_ms'))
    .where('tenant_id', '=', claim.tenant)
    .where('route', '=', claim.route)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  if (standing === undefined) return { state: 'in_progress', owner: null, leftMs: 0 };
  if (standing.fingerprint !== claim.fingerprint) return { state: 'mismatch' };
  const { answer } = knownKey(standing);
  if (answer !== null) return { state: 'done', answer };
  const leftMs =
    standing.lease_ms == null
      ? Number(standing.claimed_at_ms) + FORMER_LEASE_MS - claim.nowMs
      : Number(standing.lease_ms) - Number(standing.now_ms);
  if (leftMs <= 0 && (await takeOver(db, claim, standing))) return { state: 'claimed' };
  return { state: 'in_progress', owner: standing.owner ?? null, leftMs: Math.max(0, leftMs) };
}

async function insertClaim(db: Kysely<Tables>, claim: Claim): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({
      tenant_id: claim.tenant,
      route: claim.route,
      key: claim.key,
      fingerprint: claim.fingerprint,
      claimed_at_ms: claim.nowMs,
      expires_at_ms: claim.nowMs + claim.ttlMs,
      owner: claim.owner,
      lease_ms: leaseEnd(db, claim.leaseMs),
      status: null,
      body: null,
      request_id: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  return inserted.length === 1;
}

const leaseEnd = (db: Kysely<Tables>, leaseMs: number) =>
  sql<number>`${databaseNowMs(db)} + ${sql.lit(Math.round(leaseMs))}`;

/** Takes over a claim whose owner died before it answered. Only the first of several calls succeeds. */
async function takeOver(
  db: Kysely<Tables>,
  claim: Claim,
  former: Tables['idempotency_keys'],
): Promise<boolean> {
  const taken = await db
    .updateTable('idempotency_keys')
    .set({
      claimed_at_ms: claim.nowMs,
      expires_at_ms: claim.nowMs + claim.ttlMs,
      owner: claim.owner,
      lease_ms: leaseEnd(db, claim.leaseMs),
    })
    .where('tenant_id', '=', claim.tenant)
    .where('route', '=', claim.route)
    .where('key', '=', claim.key)
    .where('claimed_at_ms', '=', former.claimed_at_ms)
    .where('owner', 'is not distinct from', former.owner ?? null)
    .where('lease_ms', 'is not distinct from', former.lease_ms ?? null)
    .where('status', 'is', null)
    .returning('key')
    .execute();
  return taken.length === 1;
}

/** The row of the key while its owner carries the request out. */
const isClaimed =
  ({ tenant, route, key, owner }: ClaimedKey) =>
  ({ and }: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    and({ tenant_id: tenant, route, key, owner, status: null });

export async function renewIdempotencyKey(
  db: Kysely<Tables>,
  claimed: ClaimedKey,
  leaseMs: number,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ lease_ms: leaseEnd(db, leaseMs) })
    .where(isClaimed(claimed))
    .execute();
}

/**
 * `people`: the people in the answer. When one of them was erased meanwhile, neither the answer nor the key
 * is kept.
 */
export async function finishIdempotencyKey(
  db: Kysely<Tables>,
  claimed: ClaimedKey,
  answer: StoredAnswer,
  people: readonly string[],
): Promise<void> {
  const { tenant } = claimed;
  if (await wasErasedInWork(db, tenant, claimed, people)) {
    await leaveTombstone(db, tenant, claimed);
    return;
  }
  const kept = await db
    .updateTable('idempotency_keys')
    .set({ status: answer.status, body: answer.body, request_id: answer.requestId })
    .where(isClaimed(claimed))
    .returning('key')
    .execute();
  if (kept.length > 0) await notePeople(db, tenant, claimed, people);
}

export async function releaseIdempotencyKey(db: Kysely<Tables>, claimed: ClaimedKey): Promise<void> {
  await db.deleteFrom('idempotency_keys').where(isClaimed(claimed)).execute();
}

/** Resets the key to unused, whether it was answered or not. */
export async function forgetIdempotencyKey(
  db: Kysely<Tables>,
  tenant: TenantId,
  route: string,
  key: string,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('tenant_id', '=', tenant)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
}

/** Deletes up to `limit` expired keys and as many expired tombstones, of all tenants. */
export async function forgetExpiredKeys(
  db: Kysely<Tables>,
  nowMs: number,
  limit: number,
): Promise<{ readonly keys: number; readonly tombstones: number }> {
  const oldTombstones = db
    .selectFrom('erased_answers')
    .select(['tenant_id', 'key_hash'])
    .where('expires_at_ms', '<=', nowMs)
    .limit(limit);
  const tombstones = await db
    .deleteFrom('erased_answers')
    .where(({ eb, refTuple }) =>
      eb(refTuple('tenant_id', 'key_hash'), 'in', oldTombstones.$asTuple('tenant_id', 'key_hash')),
    )
    .executeTakeFirstOrThrow();
  const oldKeys = db
    .selectFrom('idempotency_keys')
    .select(['tenant_id', 'route', 'key'])
    .where('expires_at_ms', '<=', nowMs)
    .limit(limit);
  const keys = await db
    .deleteFrom('idempotency_keys')
    .where(({ eb, refTuple }) =>
      eb(refTuple('tenant_id', 'route', 'key'), 'in', oldKeys.$asTuple('tenant_id', 'route', 'key')),
    )
    .executeTakeFirstOrThrow();
  return { keys: Number(keys.numDeletedRows), tombstones: Number(tombstones.numDeletedRows) };
}

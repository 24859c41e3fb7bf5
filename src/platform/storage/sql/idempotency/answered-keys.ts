/**
 * Many idempotency keys at once, in the caller's transaction. They are claimed and answered in the
 * transaction of their work, so that neither ever exists without the other.
 */
import type { Insertable, Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { AnsweredClaim, KnownKey } from '../../idempotency-store.ts';
import { inChunks } from '../in-chunks.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';
import { insertPeople, tombstonesOf } from './idempotency-people.ts';

const KEYS_A_STATEMENT = 500;

export interface ClaimOfTenant extends AnsweredClaim {
  readonly tenant: TenantId;
}

/** Unused and expired keys are absent. */
export async function findKeys(
  db: Kysely<Tables>,
  tenant: TenantId,
  route: string,
  keys: readonly string[],
  nowMs: number,
): Promise<ReadonlyMap<string, KnownKey | 'erased'>> {
  const known = new Map<string, KnownKey | 'erased'>();
  for (const chunk of inChunks(keys, KEYS_A_STATEMENT)) {
    for (const row of await standing(db, tenant, route, chunk)) {
      if (row.expires_at_ms > nowMs) known.set(row.key, knownKey(row));
    }
    for (const { key, expiresAtMs } of await tombstonesOf(db, tenant, route, chunk)) {
      if (expiresAtMs > nowMs) known.set(key, 'erased');
    }
  }
  return known;
}

export function knownKey({ fingerprint, status, body, request_id }: Tables['idempotency_keys']): KnownKey {
  const isAnswered = status !== null && body !== null && request_id !== null;
  return { fingerprint, answer: isAnswered ? { status, body, requestId: request_id } : null };
}

function standing(db: Kysely<Tables>, tenant: TenantId, route: string, keys: readonly string[]) {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('route', '=', route)
    .where('key', 'in', [...keys])
    .execute();
}

/** The claims whose key is in use. Keys that have expired are freed. */
export async function claimsInUse<Claim extends ClaimOfTenant>(
  db: Kysely<Tables>,
  claims: readonly Claim[],
): Promise<ReadonlySet<Claim>> {
  const inUse = new Set<Claim>();
  const groups = Map.groupBy(claims, ({ tenant, route }) => `${tenant} ${route}`);
  for (const group of groups.values()) {
    const [{ tenant, route, nowMs }] = group as [Claim];
    const keys = group.map(({ key }) => key);
    await forgetExpiredAmong(db, tenant, route, keys, nowMs);
    const known = await findKeys(db, tenant, route, keys, nowMs);
    for (const claim of group) if (known.has(claim.key)) inUse.add(claim);
  }
  return inUse;
}

const insertKeys = rowInserter<Insertable<Tables['idempotency_keys']>>(
  [
    'tenant_id',
    'route',
    'key',
    'fingerprint',
    'claimed_at_ms',
    'expires_at_ms',
    'status',
    'body',
    'request_id',
  ],
  (db, rows) => db.insertInto('idempotency_keys').values(rows),
);

/** The keys must be unused. */
export async function keepAnswers(db: Kysely<Tables>, claims: readonly ClaimOfTenant[]): Promise<void> {
  await insertKeys(
    db,
    claims.map(({ tenant, route, key, fingerprint, nowMs, ttlMs, answer }) => ({
      tenant_id: tenant,
      route,
      key,
      fingerprint,
      claimed_at_ms: nowMs,
      expires_at_ms: nowMs + ttlMs,
      status: answer.status,
      body: answer.body,
      request_id: answer.requestId,
    })),
  );
  await insertPeople(
    db,
    claims.flatMap(({ tenant, route, key, people }) =>
      people.map((user_id) => ({ tenant_id: tenant, user_id, route, key })),
    ),
  );
}

/** Frees those of the keys that have expired. */
export async function forgetExpiredAmong(
  db: Kysely<Tables>,
  tenant: TenantId,
  route: string,
  keys: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const chunk of inChunks(keys, KEYS_A_STATEMENT)) {
    await db
      .deleteFrom('idempotency_keys')
      .where('tenant_id', '=', tenant)
      .where('route', '=', route)
      .where('key', 'in', [...chunk])
      .where('expires_at_ms', '<=', nowMs)
      .execute();
    const old = (await tombstonesOf(db, tenant, route, chunk)).filter((each) => each.expiresAtMs <= nowMs);
    if (old.length === 0) continue;
    await db
      .deleteFrom('erased_answers')
      .where('tenant_id', '=', tenant)
      .where(
        'key_hash',
        'in',
        old.map(({ keyHash }) => keyHash),
      )
      .execute();
  }
}

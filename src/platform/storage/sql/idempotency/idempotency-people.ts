/**
 * The people that idempotency keys name, in the caller's transaction.
 *
 * An erasure replaces every key that names the person by a tombstone: a hash of route and key, with the key's
 * expiry. An answer (of a match) may name people that its request did not. When one of them is erased while
 * the request is in progress, the answer is not kept and a tombstone takes its place.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { inChunks } from '../in-chunks.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';

export interface KeyOfRoute {
  readonly route: string;
  readonly key: string;
}

export const insertPeople = rowInserter<Tables['idempotency_people']>(
  ['tenant_id', 'user_id', 'route', 'key'],
  (db, rows) =>
    db
      .insertInto('idempotency_people')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
);

const insertErasedInWork = rowInserter<Tables['erased_in_work']>(
  ['tenant_id', 'person_hash', 'route', 'key'],
  (db, rows) =>
    db
      .insertInto('erased_in_work')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
);

const insertTombstones = rowInserter<Tables['erased_answers']>(
  ['tenant_id', 'key_hash', 'expires_at_ms'],
  (db, rows) => db.insertInto('erased_answers').values(rows),
);

const KEYS_A_STATEMENT = 500;

export async function notePeople(
  db: Kysely<Tables>,
  tenant: TenantId,
  { route, key }: KeyOfRoute,
  people: readonly string[],
): Promise<void> {
  await insertPeople(
    db,
    people.map((user_id) => ({ tenant_id: tenant, user_id, route, key })),
  );
}

/**
 * For an erasure: leaves tombstones of the keys that name the person, and marks each key with a request in
 * progress.
 */
export async function eraseAnswers(db: Kysely<Tables>, tenant: TenantId, userId: string): Promise<void> {
  const naming = await db
    .selectFrom('idempotency_people')
    .select(['route', 'key'])
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .execute();
  for (const [route, keys] of Map.groupBy(naming, (named) => named.route)) {
    await leaveTombstones(
      db,
      tenant,
      route,
      keys.map(({ key }) => key),
    );
  }
  const inWork = await db
    .selectFrom('idempotency_keys')
    .select(['route', 'key'])
    .where('tenant_id', '=', tenant)
    .where('status', 'is', null)
    .execute();
  const person_hash = hashOf(userId);
  await insertErasedInWork(
    db,
    inWork.map(({ route, key }) => ({ tenant_id: tenant, person_hash, route, key })),
  );
}

/** Replaces the key by a tombstone with the same expiry. */
export async function leaveTombstone(
  db: Kysely<Tables>,
  tenant: TenantId,
  { route, key }: KeyOfRoute,
): Promise<void> {
  await leaveTombstones(db, tenant, route, [key]);
}

async function leaveTombstones(
  db: Kysely<Tables>,
  tenant: TenantId,
  route: string,
  keys: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(keys, KEYS_A_STATEMENT)) {
    const buried = await db
      .deleteFrom('idempotency_keys')
      .where('tenant_id', '=', tenant)
      .where('route', '=', route)
      .where('key', 'in', [...chunk])
      .returning(['key', 'expires_at_ms'])
      .execute();
    await insertTombstones(
      db,
      buried.map(({ key, expires_at_ms }) => ({
        tenant_id: tenant,
        key_hash: hashOf(route, key),
        expires_at_ms,
      })),
    );
  }
}

/** Whether one of these people was erased after the key was claimed. */
export async function wasErasedInWork(
  db: Kysely<Tables>,
  tenant: TenantId,
  { route, key }: KeyOfRoute,
  people: readonly string[],
): Promise<boolean> {
  for (const chunk of inChunks(people, 500)) {
    const erased = await db
      .selectFrom('erased_in_work')
      .select('person_hash')
      .where('tenant_id', '=', tenant)
      .where(
        'person_hash',
        'in',
        chunk.map((userId) => hashOf(userId)),
      )
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirst();
    if (erased !== undefined) return true;
  }
  return false;
}

/** The tombstones among these keys, expired ones too. */
export async function tombstonesOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  route: string,
  keys: readonly string[],
): Promise<readonly { readonly key: string; readonly keyHash: string; readonly expiresAtMs: number }[]> {
  const byHash = new Map(keys.map((key) => [hashOf(route, key), key]));
  const found = await db
    .selectFrom('erased_answers')
    .select(['key_hash', 'expires_at_ms'])
    .where('tenant_id', '=', tenant)
    .where('key_hash', 'in', [...byHash.keys()])
    .execute();
  return found.map(({ key_hash, expires_at_ms }) => ({
    key: byHash.get(key_hash)!,
    keyHash: key_hash,
    expiresAtMs: Number(expires_at_ms),
  }));
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

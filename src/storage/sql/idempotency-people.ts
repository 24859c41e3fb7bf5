/**
 * The people that idempotency keys name, in the caller's transaction.
 *
 * An erasure replaces every key that names the person by a tombstone: a hash of route and key, with the key's
 * expiry. An answer (of a match) may name people that its request did not. When one of them is erased while
 * the request is in progress, the answer is not kept and a tombstone takes its place.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { TenantId } from '../../contract/brands.ts';
import { inChunks } from './in-chunks.ts';
import { rowInserter } from './insert-rows.ts';
import type { ErasedInWorkTable, IdempotencyPersonTable, Tables } from './tables.ts';

export interface KeyOfRoute {
  readonly route: string;
  readonly key: string;
}

const insertPeople = rowInserter<IdempotencyPersonTable>(
  ['tenant_id', 'user_id', 'route', 'key'],
  (db, rows) =>
    db
      .insertInto('idempotency_people')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
);

const insertErasedInWork = rowInserter<ErasedInWorkTable>(
  ['tenant_id', 'person_hash', 'route', 'key'],
  (db, rows) =>
    db
      .insertInto('erased_in_work')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
);

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
  for (const named of naming) await leaveTombstone(db, tenant, named);
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
  const buried = await db
    .deleteFrom('idempotency_keys')
    .where('tenant_id', '=', tenant)
    .where('route', '=', route)
    .where('key', '=', key)
    .returning('expires_at_ms')
    .executeTakeFirst();
  if (buried === undefined) return;
  const key_hash = hashOf(route, key);
  const tombstone = { tenant_id: tenant, key_hash, expires_at_ms: buried.expires_at_ms };
  await db.insertInto('erased_answers').values(tombstone).execute();
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

export async function hasTombstone(
  db: Kysely<Tables>,
  tenant: TenantId,
  { route, key }: KeyOfRoute,
): Promise<boolean> {
  const found = await db
    .selectFrom('erased_answers')
    .select('key_hash')
    .where('tenant_id', '=', tenant)
    .where('key_hash', '=', hashOf(route, key))
    .executeTakeFirst();
  return found !== undefined;
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

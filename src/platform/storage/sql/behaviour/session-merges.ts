/** Sessions whose events are a person's. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { isSessionKey, sessionKey, sessionOfKey } from '../../../../contract/session-key.ts';
import type { AppendedRow, MergeResult, NewMerges, SessionMerge } from '../../append-store.ts';
import { inChunks } from '../in-chunks.ts';
import { blockedAmong } from '../people/blocked-people.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';

const IDS_AT_ONCE = 500;

/** All merges or none. */
export async function mergeSessions(db: Kysely<Tables>, given: NewMerges): Promise<MergeResult> {
  const { tenantId: tenant, name, at } = given;
  const people = given.merges.map(({ personId }) => personId);
  const blocked = await blockedAmong(db, tenant, people);
  if (blocked.size > 0) return { state: 'blocked', personIds: [...blocked] };
  const owners = new Map(await ownersOf(db, tenant, name, idsOf(given.merges)));
  const added: SessionMerge[] = [];
  const conflicts: string[] = [];
  for (const merge of given.merges) {
    const owner = owners.get(merge.sessionId);
    if (owner === undefined) added.push(merge);
    else if (owner !== merge.personId) conflicts.push(merge.sessionId);
    owners.set(merge.sessionId, owner ?? merge.personId);
  }
  if (conflicts.length > 0) return { state: 'conflict', sessionIds: conflicts };
  await insertMerges(
    db,
    added.map(({ sessionId, personId }) => {
      return { tenant_id: tenant, name, session_id: sessionId, person_id: personId, merged_at: at };
    }),
  );
  for (const merge of added) await giveWaiting(db, tenant, name, merge);
  return { state: 'merged', merged: added.length, repeated: given.merges.length - added.length };
}

const idsOf = (merges: readonly SessionMerge[]) => [...new Set(merges.map(({ sessionId }) => sessionId))];

const insertMerges = rowInserter<Tables['session_merges']>(
  ['tenant_id', 'name', 'session_id', 'person_id', 'merged_at'],
  (db, rows) => db.insertInto('session_merges').values(rows),
);

async function giveWaiting(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  { sessionId, personId }: SessionMerge,
): Promise<void> {
  await db
    .updateTable('appended_rows')
    .set({ person_id: personId })
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .where('person_id', '=', sessionKey(sessionId))
    .execute();
}

/** The person of each session that was merged. */
export async function ownersOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (const chunk of inChunks(sessionIds, IDS_AT_ONCE)) {
    const found = await db
      .selectFrom('session_merges')
      .select(['session_id', 'person_id'])
      .where('tenant_id', '=', tenant)
      .where('name', '=', name)
      .where('session_id', 'in', [...chunk])
      .execute();
    for (const { session_id, person_id } of found) owners.set(session_id, person_id);
  }
  return owners;
}

export async function pageOfMerges(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly SessionMerge[]> {
  const found = await db
    .selectFrom('session_merges')
    .select(['session_id', 'person_id'])
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .$if(after !== null, (query) => query.where('session_id', '>', after!))
    .orderBy('session_id')
    .limit(limit)
    .execute();
  return found.map(({ session_id, person_id }) => ({ sessionId: session_id, personId: person_id }));
}

/** The rows, with the person of each anonymous session that was merged. */
export async function withOwners(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  rows: readonly AppendedRow[],
): Promise<readonly AppendedRow[]> {
  const anonymous = rows.flatMap(({ personId }) =>
    personId !== null && isSessionKey(personId) ? [sessionOfKey(personId)] : [],
  );
  if (anonymous.length === 0) return rows;
  const owners = await ownersOf(db, tenant, name, [...new Set(anonymous)]);
  return rows.map((row) => {
    if (row.personId === null || !isSessionKey(row.personId)) return row;
    return { ...row, personId: owners.get(sessionOfKey(row.personId)) ?? row.personId };
  });
}

/** `name` null: of all datasets of the tenant. */
export async function sessionsOfPerson(
  db: Kysely<Tables>,
  tenant: TenantId,
  personId: string,
  name: string | null,
): Promise<readonly string[]> {
  const found = await db
    .selectFrom('session_merges')
    .select('session_id')
    .distinct()
    .where('tenant_id', '=', tenant)
    .where('person_id', '=', personId)
    .$if(name !== null, (query) => query.where('name', '=', name!))
    .orderBy('session_id')
    .execute();
  return found.map(({ session_id }) => session_id);
}

/** `since`: ISO 8601, UTC. */
export async function hasMergesSince(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  since: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('session_merges')
    .select('session_id')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .where('merged_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function forgetMergesOfName(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<void> {
  await db.deleteFrom('session_merges').where('tenant_id', '=', tenant).where('name', '=', name).execute();
}

export async function forgetMergesOfPerson(
  db: Kysely<Tables>,
  tenant: TenantId,
  personId: string,
): Promise<void> {
  await db
    .deleteFrom('session_merges')
    .where('tenant_id', '=', tenant)
    .where('person_id', '=', personId)
    .execute();
}

/** Removes the events of the session that wait for a version, and its merges. Gives the number of events. */
export async function eraseWaitingSession(
  db: Kysely<Tables>,
  tenant: TenantId,
  sessionId: string,
): Promise<number> {
  const of = { tenant_id: tenant, session_id: sessionId };
  const [result] = await db
    .deleteFrom('appended_rows')
    .where((eb) => eb.and(of))
    .execute();
  await db
    .deleteFrom('session_merges')
    .where((eb) => eb.and(of))
    .execute();
  return Number(result!.numDeletedRows);
}

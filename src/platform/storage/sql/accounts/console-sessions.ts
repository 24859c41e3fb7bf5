/** Sessions and one-time links of the console. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { ConsoleLink, ConsoleSession } from '../../session-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function createConsoleSession(
  db: Kysely<Tables>,
  session: ConsoleSession,
  replaced: readonly string[],
): Promise<void> {
  await endConsoleSessions(db, replaced);
  await db
    .insertInto('console_sessions')
    .values({ ...encode(session), used_at_ms: session.usedAtMs })
    .execute();
}

export async function findConsoleSession(db: Kysely<Tables>, hash: string): Promise<ConsoleSession | null> {
  const stored = await db
    .selectFrom('console_sessions')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst();
  return stored === undefined ? null : decodeSession(stored);
}

export async function noteConsoleUse(db: Kysely<Tables>, hash: string, nowMs: number): Promise<void> {
  await db.updateTable('console_sessions').set({ used_at_ms: nowMs }).where('hash', '=', hash).execute();
}

export async function endConsoleSessions(db: Kysely<Tables>, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await db.deleteFrom('console_sessions').where('hash', 'in', hashes).execute();
}

export async function endSessionsOfKey(
  db: Kysely<Tables>,
  tenant: TenantId,
  keyId: string,
  nowMs: number,
): Promise<number> {
  await db.deleteFrom('console_links').where('tenant_id', '=', tenant).where('key_id', '=', keyId).execute();
  const ended = await db
    .deleteFrom('console_sessions')
    .where('tenant_id', '=', tenant)
    .where('key_id', '=', keyId)
    .returning('expires_at_ms')
    .execute();
  return ended.filter(({ expires_at_ms }) => Number(expires_at_ms) > nowMs).length;
}

export async function listConsoleSessions(
  db: Kysely<Tables>,
  tenant: TenantId | null,
  nowMs: number,
): Promise<readonly ConsoleSession[]> {
  const stored = await db
    .selectFrom('console_sessions')
    .selectAll()
    .where('expires_at_ms', '>', nowMs)
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .orderBy('tenant_id')
    .orderBy('key_id')
    .orderBy('created_at_ms')
    .execute();
  return stored.map(decodeSession);
}

export async function countSessionsOfKeys(
  db: Kysely<Tables>,
  keys: readonly { readonly tenantId: TenantId; readonly keyId: string }[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const counted = await db
    .selectFrom('console_sessions')
    .select(({ fn }) => ['tenant_id', 'key_id', fn.countAll<number>().as('count')])
    .where('tenant_id', 'in', [...new Set(keys.map(({ tenantId }) => tenantId))])
    .where('key_id', 'in', [...new Set(keys.map(({ keyId }) => keyId))])
    .where('expires_at_ms', '>', nowMs)
    .groupBy(['tenant_id', 'key_id'])
    .execute();
  const owners = new Map(keys.map(({ tenantId: owner, keyId }) => [keyId, owner]));
  const wanted = counted.filter(({ tenant_id, key_id }) => owners.get(key_id) === tenant_id);
  return new Map(wanted.map(({ key_id, count }) => [key_id, Number(count)]));
}

export async function addConsoleLink(db: Kysely<Tables>, link: ConsoleLink): Promise<void> {
  await db.insertInto('console_links').values(encode(link)).execute();
}

export async function findConsoleLink(db: Kysely<Tables>, hash: string): Promise<ConsoleLink | null> {
  const stored = await db.selectFrom('console_links').selectAll().where('hash', '=', hash).executeTakeFirst();
  return stored === undefined ? null : decodeLink(stored);
}

/** The deletion decides: of several transactions only one deletes the row. */
export async function exchangeConsoleLink(
  db: Kysely<Tables>,
  linkHash: string,
  session: ConsoleSession,
  replaced: readonly string[],
): Promise<'created' | 'gone'> {
  const used = await db
    .deleteFrom('console_links')
    .where('hash', '=', linkHash)
    .where('expires_at_ms', '>', session.createdAtMs)
    .returning('hash')
    .execute();
  if (used.length === 0) return 'gone';
  await createConsoleSession(db, session, replaced);
  return 'created';
}

export async function forgetExpiredSessions(db: Kysely<Tables>, nowMs: number): Promise<number> {
  let forgotten = 0;
  for (const table of ['console_sessions', 'console_links'] as const) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('expires_at_ms', '<=', nowMs)
      .executeTakeFirst();
    forgotten += Number(numDeletedRows);
  }
  return forgotten;
}

function encode(link: ConsoleLink): Tables['console_links'] {
  return {
    hash: link.hash,
    tenant_id: link.tenantId,
    key_id: link.keyId,
    scopes: JSON.stringify(link.scopes),
    created_at_ms: link.createdAtMs,
    expires_at_ms: link.expiresAtMs,
  };
}

function decodeLink(stored: Tables['console_links']): ConsoleLink {
  return {
    hash: stored.hash,
    tenantId: tenantId(stored.tenant_id),
    keyId: stored.key_id,
    scopes: JSON.parse(stored.scopes),
    createdAtMs: Number(stored.created_at_ms),
    expiresAtMs: Number(stored.expires_at_ms),
  };
}

function decodeSession(stored: Tables['console_sessions']): ConsoleSession {
  return { ...decodeLink(stored), usedAtMs: Number(stored.used_at_ms) };
}

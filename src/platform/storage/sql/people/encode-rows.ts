/** Keeps the list of rows whose text the wanted encoder has not read. */
import { type Kysely, sql } from 'kysely';
import { tenantId } from '../../../../contract/brands.ts';
import type { EncodedRow, RowToEncode } from '../../encoder-store.ts';
import { compileOnce } from '../compile-once.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import type { EncodedWrite } from './encode-write.ts';
import { readRoles, wantedEncoder } from './encoder-roles.ts';
import { encodeProfileVector } from './profile-codec.ts';
import { putVectors } from './put-vectors.ts';

const ROWS_A_STATEMENT = 100;

export async function listRowsToEncode(db: Kysely<Tables>, limit: number): Promise<readonly RowToEncode[]> {
  return (await firstToEncode(db, limit)).map((row) => ({
    tenantId: tenantId(row.tenant_id),
    domain: row.domain,
    userId: row.user_id,
  }));
}

const firstToEncode = compileOnce((db, limit: number) =>
  db
    .selectFrom('rows_to_encode')
    .selectAll()
    .orderBy('tenant_id')
    .orderBy('domain')
    .orderBy('user_id')
    .limit(limit),
);

/** For writes that were kept. Writes that left the text alone (no `encodedBy`) change nothing here. */
export async function noteEncoded(db: Kysely<Tables>, written: readonly EncodedWrite[]): Promise<void> {
  const textChanged = written.filter(({ encodedBy }) => encodedBy !== undefined);
  if (textChanged.length === 0) return;
  const wanted = await wantedEncoder(db);
  if (wanted === null) return;
  const listed = (await listRowsToEncode(db, 1)).length > 0;
  const read = textChanged.filter(({ encodedBy }) => encodedBy!.includes(wanted));
  const unread = textChanged.filter(({ encodedBy }) => !encodedBy!.includes(wanted));
  if (listed) await removeFromList(db, read.map(keyOfRow));
  for (const chunk of inChunks(unread.map(keyOfRow), ROWS_A_STATEMENT)) {
    await db
      .insertInto('rows_to_encode')
      .values([...chunk])
      .onConflict((conflict) => conflict.columns(['tenant_id', 'domain', 'user_id']).doNothing())
      .execute();
  }
}

export async function putEncoded(
  db: Kysely<Tables>,
  encoderId: string,
  rows: readonly EncodedRow[],
): Promise<number> {
  if ((await wantedEncoder(db)) !== encoderId) return 0;
  const settled: Tables['rows_to_encode'][] = [];
  const current: EncodedRow[] = [];
  for (const row of rows) {
    const revision = await storedRevision(db, row);
    if (revision === row.revision) current.push(row);
    if (revision === null || revision === row.revision) settled.push(keyOf(row));
  }
  const vectors: Tables['heads'][] = [];
  for (const row of current) vectors.push(...(await vectorsToPut(db, row)));
  await putVectors(db, vectors);
  await removeFromList(db, settled);
  return current.length;
}

export async function dropOldVectors(db: Kysely<Tables>, limit: number): Promise<number> {
  const { serving, target } = await readRoles(db);
  if (serving === null) return 0;
  const kept = new Set([serving, target].map((role) => role?.encoderId));
  let dropped = 0;
  for (const encoderId of await encodersOfVectors(db)) {
    if (kept.has(encoderId)) continue;
    const { rows } = await sql`delete from heads where (tenant_id, user_id, head, encoder_id) in (
      select tenant_id, user_id, head, encoder_id from heads where encoder_id = ${encoderId}
      limit ${limit - dropped}) returning 1`.execute(db);
    dropped += rows.length;
    if (dropped >= limit) break;
  }
  return dropped;
}

/** The encoders that have vectors, by one index lookup an encoder instead of a scan of the vectors. */
async function encodersOfVectors(db: Kysely<Tables>): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const last = found.at(-1);
    const next = await db
      .selectFrom('heads')
      .select((eb) => eb.fn.min('encoder_id').as('encoder_id'))
      .$if(last !== undefined, (query) => query.where('encoder_id', '>', last!))
      .executeTakeFirst();
    if (next?.encoder_id == null) return found;
    found.push(next.encoder_id);
  }
}

export async function hasOldVectors(db: Kysely<Tables>): Promise<boolean> {
  const { serving, target } = await readRoles(db);
  const kept = new Set([serving, target].map((role) => role?.encoderId));
  return serving !== null && (await encodersOfVectors(db)).some((encoderId) => !kept.has(encoderId));
}

/**
 * The row's own vector, and its copies for the other domains with a vector lazily made from the same text.
 */
async function vectorsToPut(db: Kysely<Tables>, row: EncodedRow): Promise<readonly Tables['heads'][]> {
  const { profileVector, tenantId, domain, userId } = row;
  if (profileVector === null) return [];
  const lazy = await db
    .selectFrom('heads')
    .select('head')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('source_domain', '=', domain)
    .where('head', '<>', domain)
    .execute();
  const own = encodeProfileVector(tenantId, userId, profileVector);
  return [own, ...lazy.map((other) => ({ ...own, head: other.head }))];
}

async function storedRevision(
  db: Kysely<Tables>,
  { tenantId, domain, userId }: RowToEncode,
): Promise<number | null> {
  const found = await db
    .selectFrom('profiles')
    .select('revision')
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found === undefined ? null : Number(found.revision);
}

async function removeFromList(db: Kysely<Tables>, rows: readonly Tables['rows_to_encode'][]): Promise<void> {
  for (const row of rows) {
    await db
      .deleteFrom('rows_to_encode')
      .where('tenant_id', '=', row.tenant_id)
      .where('domain', '=', row.domain)
      .where('user_id', '=', row.user_id)
      .execute();
  }
}

function keyOfRow({ profile: { tenant_id, domain, user_id } }: EncodedWrite): Tables['rows_to_encode'] {
  return { tenant_id, domain, user_id };
}

function keyOf({ tenantId, domain, userId }: RowToEncode): Tables['rows_to_encode'] {
  return { tenant_id: tenantId, domain, user_id: userId };
}

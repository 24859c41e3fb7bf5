/**
 * Writes of people, inside a transaction that the caller holds. Rows go in as multi-row statements: a batch of a
 * hundred costs a dozen statements, not five hundred.
 */
import type { Kysely } from 'kysely';
import type { ProfileWrite } from '../profile-row.ts';
import { raiseCounter } from './counters.ts';
import { noteEncoded } from './encode-rows.ts';
import { inChunks } from './in-chunks.ts';
import { oweRefreshes, payRefreshes } from './owed-refreshes.ts';
import { encodeContextItem, encodeProfile } from './profile-codec.ts';
import { replaceHeads } from './put-heads.ts';
import type { ProfileTable, Tables } from './tables.ts';

type WriteResult = 'written' | 'conflict';

/** Rows a statement: 16 columns each stay far below every database's limit on parameters. */
const ROWS_A_STATEMENT = 100;

/** In the order of the writes; a row that comes twice is written twice, the later write judged after the earlier. */
export async function writeProfiles(
  db: Kysely<Tables>,
  writes: readonly ProfileWrite[],
): Promise<readonly WriteResult[]> {
  const results: WriteResult[] = [];
  for (const run of distinctRuns(writes)) results.push(...(await writeDistinct(db, run)));
  return results;
}

/** Cuts the writes, in order, into runs without two writes of one row. */
function distinctRuns(writes: readonly ProfileWrite[]): readonly (readonly ProfileWrite[])[] {
  const runs: ProfileWrite[][] = [];
  let seen = new Set<string>();
  let run: ProfileWrite[] = [];
  for (const write of writes) {
    const key = rowKey(write.row.tenantId, write.row.domain, write.row.userId);
    if (seen.has(key)) {
      runs.push(run);
      run = [];
      seen = new Set();
    }
    seen.add(key);
    run.push(write);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

async function writeDistinct(
  db: Kysely<Tables>,
  writes: readonly ProfileWrite[],
): Promise<readonly WriteResult[]> {
  const revisions = await storedRevisions(db, writes);
  const current = writes.filter(({ row }) => (revisions.get(keyOf(row)) ?? 0) === row.revision);
  const erasures = await erasureSequences(
    db,
    current.filter(({ row }) => row.revision === 0),
  );
  const kept = new Set<string>();
  for (const chunk of inChunks(current, ROWS_A_STATEMENT)) {
    for (const key of await upsertRows(db, chunk, erasures)) kept.add(key);
  }
  const written = current.filter(({ row }) => kept.has(keyOf(row)));
  await recordChanges(db, written);
  await writeContextItems(db, written);
  await replaceHeads(db, written);
  await noteEncoded(db, written);
  await writeRefreshes(db, written);
  return writes.map(({ row }) => (kept.has(keyOf(row)) ? 'written' : 'conflict'));
}

async function storedRevisions(
  db: Kysely<Tables>,
  writes: readonly ProfileWrite[],
): Promise<ReadonlyMap<string, number>> {
  const revisions = new Map<string, number>();
  for (const group of byTenantAndDomain(writes)) {
    const { tenantId, domain } = group[0]!.row;
    for (const chunk of inChunks(group, 500)) {
      const found = await db
        .selectFrom('profiles')
        .select(['user_id', 'revision'])
        .where('tenant_id', '=', tenantId)
        .where('domain', '=', domain)
        .where(
          'user_id',
          'in',
          chunk.map(({ row }) => row.userId),
        )
        .execute();
      for (const row of found) revisions.set(rowKey(tenantId, domain, row.user_id), Number(row.revision));
    }
  }
  return revisions;
}

/**
 * When those who are new were erased before, as change sequences. Who comes back goes on counting there, above every
 * revision that they had (each took a sequence of its own): what was begun with the erased row, such as a vector of its
 * text, finds no row of its revision any more.
 */
async function erasureSequences(
  db: Kysely<Tables>,
  writes: readonly ProfileWrite[],
): Promise<ReadonlyMap<string, number>> {
  const sequences = new Map<string, number>();
  for (const group of byTenantAndDomain(writes)) {
    const { tenantId, domain } = group[0]!.row;
    for (const chunk of inChunks(group, 500)) {
      const found = await db
        .selectFrom('changes')
        .select(['user_id', 'sequence'])
        .where('tenant_id', '=', tenantId)
        .where('domain', '=', domain)
        .where('kind', '=', 'delete')
        .where(
          'user_id',
          'in',
          chunk.map(({ row }) => row.userId),
        )
        .execute();
      for (const { user_id, sequence } of found)
        sequences.set(rowKey(tenantId, domain, user_id), Number(sequence));
    }
  }
  return sequences;
}

/** Keys of the rows that went in; the WHERE guards against a writer who came between reading and writing. */
async function upsertRows(
  db: Kysely<Tables>,
  writes: readonly ProfileWrite[],
  erasures: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const rows = writes.map(({ row }) =>
    encodeProfile(row, (row.revision === 0 ? (erasures.get(keyOf(row)) ?? 0) : row.revision) + 1),
  );
  const upserted = await db
    .insertInto('profiles')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'domain', 'user_id'])
        .doUpdateSet((eb) =>
          Object.fromEntries(profileContentColumns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        )
        .whereRef('profiles.revision', '=', (eb) => eb('excluded.revision', '-', 1)),
    )
    .returning(['tenant_id', 'domain', 'user_id'])
    .execute();
  return upserted.map((row) => rowKey(row.tenant_id, row.domain, row.user_id));
}

const profileContentColumns = [
  'schema_version',
  'fields',
  'derived',
  'places',
  'layers',
  'extras',
  'preferences',
  'missing_required',
  'complete',
  'created_at',
  'updated_at',
  'last_enriched_at',
  'revision',
] as const satisfies readonly (keyof ProfileTable)[];

async function recordChanges(db: Kysely<Tables>, written: readonly ProfileWrite[]): Promise<void> {
  if (written.length === 0) return;
  await putChanges(
    db,
    'upsert',
    written.map(({ row }) => ({ tenant_id: row.tenantId, domain: row.domain, user_id: row.userId })),
  );
}

/** Gives each of the rows the next sequence, in their order. */
export async function putChanges(
  db: Kysely<Tables>,
  kind: 'upsert' | 'delete',
  rows: readonly Pick<ProfileTable, 'tenant_id' | 'domain' | 'user_id'>[],
): Promise<void> {
  const last = await raiseCounter(db, 'changes', rows.length);
  const changes = rows.map((row, position) => ({
    ...row,
    sequence: last - rows.length + 1 + position,
    kind,
  }));
  for (const chunk of inChunks(changes, ROWS_A_STATEMENT)) {
    await db
      .insertInto('changes')
      .values([...chunk])
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'domain', 'user_id']).doUpdateSet((eb) => ({
          sequence: eb.ref('excluded.sequence'),
          kind: eb.ref('excluded.kind'),
        })),
      )
      .execute();
  }
}

async function writeContextItems(db: Kysely<Tables>, written: readonly ProfileWrite[]): Promise<void> {
  const items = written.flatMap(({ row, contextItems }) =>
    contextItems.map((item) => encodeContextItem(row, item)),
  );
  for (const chunk of inChunks(items, ROWS_A_STATEMENT)) {
    await db
      .insertInto('context_items')
      .values([...chunk])
      .execute();
  }
}

async function writeRefreshes(db: Kysely<Tables>, written: readonly ProfileWrite[]): Promise<void> {
  const paid = written.filter(({ refreshDueAtMs, row }) => refreshDueAtMs === null && row.revision > 0);
  for (const group of byTenantAndDomain(paid))
    await payRefreshes(
      db,
      group.map(({ row }) => row),
    );
  await oweRefreshes(
    db,
    written.flatMap(({ row: { tenantId, domain, userId, updatedAt }, refreshDueAtMs }) =>
      typeof refreshDueAtMs === 'number'
        ? [{ tenantId, domain, userId, dueAtMs: refreshDueAtMs, at: updatedAt }]
        : [],
    ),
  );
}

function byTenantAndDomain(writes: readonly ProfileWrite[]): readonly (readonly ProfileWrite[])[] {
  return [...Map.groupBy(writes, ({ row }) => JSON.stringify([row.tenantId, row.domain])).values()];
}

function keyOf(row: ProfileWrite['row']): string {
  return rowKey(row.tenantId, row.domain, row.userId);
}

function rowKey(tenant: string, domain: string, userId: string): string {
  return JSON.stringify([tenant, domain, userId]);
}

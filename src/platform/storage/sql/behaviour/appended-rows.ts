/** Rows that wait for the next version of a dataset. Changes run in the caller's transaction. */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type {
  AppendedRow,
  AppendResult,
  AppendStore,
  NewAppend,
  PendingRows,
  StoredAppend,
} from '../../append-store.ts';
import { inChunks } from '../in-chunks.ts';
import { blockedAmong } from '../people/blocked-people.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';
import { noteNewItems } from './count-new-items.ts';
import { findNewestDataset } from './datasets.ts';
import { noteSuccesses } from './note-successes.ts';
import { withOwners } from './session-merges.ts';

const IDS_AT_ONCE = 500;

export async function appendRows(db: Kysely<Tables>, append: NewAppend): Promise<AppendResult> {
  const { tenantId: tenant, name } = append;
  if (!(await isNewestVersion(db, tenant, name, append.baseId))) return { state: 'stale' };
  const rows = await withOwners(db, tenant, name, append.rows);
  const people = rows.flatMap(({ personId }) => personId ?? []);
  const blocked = await blockedAmong(db, tenant, people);
  if (blocked.size > 0) return { state: 'blocked', personIds: [...blocked] };
  const waiting = new Map<string, string>();
  for (const kind of ['item', 'event'] as const) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    for (const [id, line] of await linesOf(db, append, kind, ids)) waiting.set(`${kind} ${id}`, line);
  }
  const earlier = (row: AppendedRow) => waiting.get(`${row.kind} ${row.id}`);
  const conflicts = rows.filter((row) => (earlier(row) ?? row.line) !== row.line);
  if (conflicts.length > 0) return { state: 'conflict', ids: conflicts.map(({ id }) => id) };
  const unresolved = await unresolvedItems(db, append);
  if (unresolved.length > 0) return { state: 'unresolved', itemIds: unresolved };
  const added = rows.filter((row) => earlier(row) === undefined);
  if (added.length > 0) {
    const first = await insertAll(db, tenant, name, added);
    await noteNewItems(db, tenant, name, added, first);
    await noteSuccesses(db, tenant, name, added);
  }
  const pending = await countPending(db, tenant, name);
  return { state: 'appended', appended: added.length, duplicates: rows.length - added.length, pending };
}

export async function isNewestVersion(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  datasetId: string,
): Promise<boolean> {
  return (await findNewestDataset(db, tenant, name))?.datasetId === datasetId;
}

async function linesOf(
  db: Kysely<Tables>,
  { tenantId, name }: NewAppend,
  kind: AppendedRow['kind'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, string>();
  for (const chunk of inChunks(ids, IDS_AT_ONCE)) {
    const found = await db
      .selectFrom('appended_rows')
      .select(['row_id', 'line'])
      .where('tenant_id', '=', tenantId)
      .where('name', '=', name)
      .where('kind', '=', kind)
      .where('row_id', 'in', [...chunk])
      .execute();
    for (const { row_id, line } of found) lines.set(row_id, line);
  }
  return lines;
}

async function unresolvedItems(db: Kysely<Tables>, append: NewAppend): Promise<readonly string[]> {
  const appended = new Set(append.rows.filter(({ kind }) => kind === 'item').map(({ id }) => id));
  const missing = append.missingItems.filter((id) => !appended.has(id));
  const waiting = await linesOf(db, append, 'item', missing);
  return missing.filter((id) => !waiting.has(id));
}

const insertRows = rowInserter<Tables['appended_rows']>(
  ['tenant_id', 'name', 'kind', 'row_id', 'position', 'person_id', 'line', 'session_id'],
  (db, rows) => db.insertInto('appended_rows').values(rows),
);

/** The position of the first row. */
async function insertAll(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  rows: readonly AppendedRow[],
): Promise<number> {
  const { last_position } = await db
    .insertInto('dataset_names')
    .values({ tenant_id: tenant, name, last_position: rows.length })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'name'])
        .doUpdateSet({ last_position: sql<number>`dataset_names.last_position + ${rows.length}` }),
    )
    .returning('last_position')
    .executeTakeFirstOrThrow();
  const first = Number(last_position) - rows.length + 1;
  const stored = rows.map(({ kind, id, personId, sessionId = null, line }, at) => ({
    ...{ tenant_id: tenant, name, kind, row_id: id, position: first + at },
    ...{ person_id: personId, line, session_id: sessionId },
  }));
  await insertRows(db, stored);
  return first;
}

/** Removes the rows that the next version has taken, and those that it left out. */
export async function dropAppended(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  upTo: number,
): Promise<void> {
  await db
    .deleteFrom('appended_rows')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .where('position', '<=', upTo)
    .execute();
}

export async function countPending(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<PendingRows> {
  const counts = await db
    .selectFrom('appended_rows')
    .select(['kind', (eb) => eb.fn.countAll().as('rows')])
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .groupBy('kind')
    .execute();
  const of = (kind: AppendedRow['kind']) => Number(counts.find((count) => count.kind === kind)?.rows ?? 0);
  return { items: of('item'), events: of('event') };
}

export async function lastPosition(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<number> {
  const found = await db
    .selectFrom('dataset_names')
    .select('last_position')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst();
  return Number(found?.last_position ?? 0);
}

export async function pageOfRows(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  { kind, after, upTo, limit }: Parameters<AppendStore['page']>[2],
): Promise<readonly StoredAppend[]> {
  const found = await db
    .selectFrom('appended_rows')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .where('kind', '=', kind)
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(limit)
    .execute();
  return found.map(decodeAppend);
}

export async function rowsOfPerson(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  personId: string,
  limit: number,
): Promise<readonly StoredAppend[]> {
  const found = await db
    .selectFrom('appended_rows')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('person_id', '=', personId)
    .where('name', '=', name)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
  return found.reverse().map(decodeAppend);
}

function decodeAppend(row: Tables['appended_rows']): StoredAppend {
  const { kind, row_id, position, person_id, line, session_id } = row;
  return {
    ...{ kind, id: row_id, position: Number(position), personId: person_id, line },
    ...(session_id !== null && { sessionId: session_id }),
  };
}

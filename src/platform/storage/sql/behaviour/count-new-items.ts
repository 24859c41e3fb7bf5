/** Counts the events and impressions of items that were appended, in the caller's transaction. */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { AppendedRow } from '../../append-store.ts';
import { MOST_NEW_ITEMS, type ShownPlaces } from '../../new-item-store.ts';
import { inChunks } from '../in-chunks.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';

const IDS_AT_ONCE = 500;

export async function totalsOfNewItems(db: Kysely<Tables>, tenant: TenantId, name: string) {
  const found = await db
    .selectFrom('new_item_totals')
    .select(['events', 'shown'])
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst();
  return { events: Number(found?.events ?? 0), shown: Number(found?.shown ?? 0) };
}

/** Counts rows that were just appended; `position` is that of the first. */
export async function noteNewItems(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  rows: readonly AppendedRow[],
  position: number,
): Promise<void> {
  const items = rows.flatMap((row, at) => (row.kind === 'item' ? [{ row, position: position + at }] : []));
  const events = rows.filter(({ kind, itemId }) => kind === 'event' && itemId !== undefined);
  if (items.length > 0) await addItems(db, tenant, name, items);
  if (events.length > 0) await countEvents(db, tenant, name, events);
}

const insertItems = rowInserter<Tables['new_items']>(
  ['tenant_id', 'name', 'item_id', 'position', 'line', 'events_before', 'events', 'shown'],
  (db, rows) =>
    db
      .insertInto('new_items')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
);

async function addItems(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  items: readonly { readonly row: AppendedRow; readonly position: number }[],
): Promise<void> {
  const { events } = await totalsOfNewItems(db, tenant, name);
  const newest = items.slice(-MOST_NEW_ITEMS);
  await insertItems(
    db,
    newest.map(({ row: { id, line }, position }) => ({
      ...{ tenant_id: tenant, name, item_id: id, position, line },
      ...{ events_before: events, events: 0, shown: 0 },
    })),
  );
  const oldestKept = await db
    .selectFrom('new_items')
    .select('position')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .orderBy('position', 'desc')
    .offset(MOST_NEW_ITEMS - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldestKept === undefined) return;
  await db
    .deleteFrom('new_items')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .where('position', '<', oldestKept.position)
    .execute();
}

async function countEvents(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  events: readonly AppendedRow[],
): Promise<void> {
  await addTotals(db, tenant, name, { events: events.length, shown: 0 });
  const counts = new Map<string, number>();
  for (const { itemId } of events) counts.set(itemId!, (counts.get(itemId!) ?? 0) + 1);
  for (const chunk of inChunks([...counts.keys()], IDS_AT_ONCE)) {
    const found = await db
      .selectFrom('new_items')
      .select('item_id')
      .where('tenant_id', '=', tenant)
      .where('name', '=', name)
      .where('item_id', 'in', [...chunk])
      .execute();
    for (const { item_id } of found)
      await raise(db, { tenantId: tenant, name, itemId: item_id, events: counts.get(item_id)!, shown: 0 });
  }
}

interface Raise {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly itemId: string;
  readonly events: number;
  readonly shown: number;
}

async function raise(db: Kysely<Tables>, { tenantId, name, itemId, events, shown }: Raise): Promise<void> {
  await db
    .updateTable('new_items')
    .set({ events: sql<number>`events + ${events}`, shown: sql<number>`shown + ${shown}` })
    .where('tenant_id', '=', tenantId)
    .where('name', '=', name)
    .where('item_id', '=', itemId)
    .execute();
}

async function addTotals(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  { events, shown }: { readonly events: number; readonly shown: number },
): Promise<void> {
  await db
    .insertInto('new_item_totals')
    .values({ tenant_id: tenant, name, events, shown })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'name']).doUpdateSet({
        events: sql<number>`new_item_totals.events + ${events}`,
        shown: sql<number>`new_item_totals.shown + ${shown}`,
      }),
    )
    .execute();
}

export async function addShownPlaces(
  db: Kysely<Tables>,
  { tenantId, name, places, itemIds }: ShownPlaces,
): Promise<void> {
  await addTotals(db, tenantId, name, { events: 0, shown: places });
  for (const itemId of itemIds) await raise(db, { tenantId, name, itemId, events: 0, shown: 1 });
}

/** With the last version of the name. */
export async function forgetNewItems(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<void> {
  for (const table of ['new_items', 'new_item_totals'] as const)
    await db.deleteFrom(table).where('tenant_id', '=', tenant).where('name', '=', name).execute();
}

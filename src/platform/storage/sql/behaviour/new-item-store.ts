/** Reads items that were appended, with their events and impressions since. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { NewItemStore, NewItems } from '../../new-item-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { totalsOfNewItems } from './count-new-items.ts';

const IDS_AT_ONCE = 500;

export function newItemStore({ db, write }: SqlStoreParts): NewItemStore {
  return {
    of: (tenant, name) => newItemsOf(db, tenant, name),
    lines: (tenant, name, itemIds) => linesOfItems(db, tenant, name, itemIds),
    addShown: (shown) => write('addShownPlaces', shown),
  };
}

async function newItemsOf(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<NewItems> {
  const rows = await db
    .selectFrom('new_items')
    .select(['item_id', 'events_before', 'events', 'shown'])
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .orderBy('position', 'desc')
    .execute();
  const { events, shown } = await totalsOfNewItems(db, tenant, name);
  const items = rows.map((row) => ({
    itemId: row.item_id,
    events: Number(row.events),
    eventsSince: events - Number(row.events_before),
    shown: Number(row.shown),
  }));
  return { items, events, shown };
}

async function linesOfItems(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lines = new Map<string, string>();
  for (const chunk of inChunks(itemIds, IDS_AT_ONCE)) {
    const found = await db
      .selectFrom('new_items')
      .select(['item_id', 'line'])
      .where('tenant_id', '=', tenant)
      .where('name', '=', name)
      .where('item_id', 'in', [...chunk])
      .execute();
    for (const { item_id, line } of found) lines.set(item_id, line);
  }
  return lines;
}

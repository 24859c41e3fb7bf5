/**
 * Items that were appended to a dataset, with their events and impressions since, by which they are
 * recommended before a model knows them. No row names a person. And the index by which an erasure finds the
 * lists of people with their segments.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const newItemsAndSegments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('new_items')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('item_id', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('line', 'text', (column) => column.notNull())
      .addColumn('events_before', 'bigint', (column) => column.notNull())
      .addColumn('events', 'bigint', (column) => column.notNull())
      .addColumn('shown', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('new_items_key', ['tenant_id', 'name', 'item_id'])
      .execute();
    await db.schema
      .createTable('new_item_totals')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('events', 'bigint', (column) => column.notNull())
      .addColumn('shown', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('new_item_totals_key', ['tenant_id', 'name'])
      .execute();
    // An erasure reads these jobs alone, as `sql/people/file-erasures.ts` names them.
    await sql`create index jobs_with_segments on jobs (tenant_id, job_id)
      where kind = 'model_segments'`.execute(db);
  },
};

/**
 * Rows that wait for the next version of a dataset, and the last position of each name, which is never used
 * again.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const appendedRows: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('dataset_names')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('last_position', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('dataset_names_key', ['tenant_id', 'name'])
      .execute();
    await db.schema
      .createTable('appended_rows')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('row_id', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('person_id', 'text')
      .addColumn('line', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('appended_rows_key', ['tenant_id', 'name', 'kind', 'row_id'])
      .execute();
    await db.schema
      .createIndex('appended_rows_in_order')
      .on('appended_rows')
      .columns(['tenant_id', 'name', 'kind', 'position'])
      .execute();
    await db.schema
      .createIndex('appended_rows_of_person')
      .on('appended_rows')
      .columns(['tenant_id', 'person_id', 'name', 'position'])
      .where(sql.ref('person_id'), 'is not', null)
      .execute();
  },
};

/** Rows whose texts were read fast, and are to be read in full. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const rowsToRead: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('rows_to_read')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('texts', 'text', (column) => column.notNull())
      .addColumn('values_before', 'text')
      .addPrimaryKeyConstraint('rows_to_read_key', ['tenant_id', 'domain', 'user_id'])
      .execute();
    await db.schema
      .createIndex('rows_to_read_of_person')
      .on('rows_to_read')
      .columns(['tenant_id', 'user_id'])
      .execute();
  },
};

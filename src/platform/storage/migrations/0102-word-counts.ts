/** How many texts of a workspace have each word, by the hash of the word. A domain has one row a tenant. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const wordCounts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('word_counts')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('people', 'bigint', (column) => column.notNull())
      .addColumn('texts', 'bigint', (column) => column.notNull())
      .addColumn('words', 'bigint', (column) => column.notNull())
      .addColumn('counts', 'bytea', (column) => column.notNull())
      .addColumn('erasures', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('counted_erasures', 'bigint', (column) => column.notNull())
      .addColumn('counted_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('word_counts_key', ['tenant_id', 'domain'])
      .execute();
  },
};

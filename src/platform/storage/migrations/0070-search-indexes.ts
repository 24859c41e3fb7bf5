/**
 * State of the indexes of a search engine outside of the database: the serving one of a domain, and the
 * progress of the indexer.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const searchIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('search_indexes')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('watermark', 'bigint', (column) => column.notNull())
      .addColumn('writing', 'bigint', (column) => column.notNull())
      .addColumn('mark', 'text', (column) => column.notNull())
      .addColumn('mark_before', 'text')
      .addColumn('written_to', 'text')
      .addColumn('used_at_ms', 'bigint')
      .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('search_indexes_key', ['tenant_id', 'name'])
      .execute();
    await db.schema
      .createIndex('search_indexes_of_domain')
      .on('search_indexes')
      .columns(['tenant_id', 'domain'])
      .execute();
  },
};

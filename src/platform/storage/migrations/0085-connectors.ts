/** How far connectors have come in their sources. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const connectors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('connectors')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('position', 'text')
      .addColumn('stored', 'bigint', (column) => column.notNull())
      .addColumn('rejected', 'bigint', (column) => column.notNull())
      .addColumn('rejects_bytes', 'bigint', (column) => column.notNull())
      .addColumn('lag', 'bigint')
      .addColumn('checked_at_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('connectors_key', ['tenant_id', 'name'])
      .execute();
  },
};

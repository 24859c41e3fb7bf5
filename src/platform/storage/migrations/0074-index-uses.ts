/**
 * The time at which the candidate index of a domain was last used, so that a server loads it before it is
 * ready.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const indexUses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('index_uses')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('used_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('index_uses_key', ['tenant_id', 'domain'])
      .execute();
  },
};

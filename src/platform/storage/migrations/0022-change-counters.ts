/**
 * A counter of changes for each tenant and domain, in place of one for all: writes of different tenants no
 * longer wait for each other. Each goes on from the common one, so that followers of the feed miss nothing.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const changeCounters: Migration = {
  async up(db: Kysely<unknown>) {
    // In the order of its bytes, as all text of the tables.
    const text = db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : sql`text`;
    await db.schema
      .createTable('change_counters')
      .addColumn('tenant_id', text, (column) => column.notNull())
      .addColumn('domain', text, (column) => column.notNull())
      .addColumn('value', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('change_counters_key', ['tenant_id', 'domain'])
      .execute();
    await sql`
      insert into change_counters (tenant_id, domain, value)
      select distinct tenant_id, domain, (select value from counters where name = 'changes') from changes
    `.execute(db);
  },
};

/** Decisions by which workspaces read texts, fitted on their clients' corrections. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const readingDecisions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('reading_decisions')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('domain', 'text', (column) => column.notNull())
      .addColumn('shipped_id', 'text', (column) => column.notNull())
      .addColumn('decision', 'text', (column) => column.notNull())
      .addColumn('report', 'text', (column) => column.notNull())
      .addColumn('fitted_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('reading_decisions_key', ['tenant_id', 'domain'])
      .execute();
  },
};

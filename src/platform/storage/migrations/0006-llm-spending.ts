/** Each tenant's spending on language models, by day. */
import type { Migration } from 'kysely/migration';

export const llmSpending: Migration = {
  async up(db) {
    await db.schema
      .createTable('llm_spending')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      // 2026-03-01, UTC.
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('usd', 'double precision', (column) => column.notNull())
      .addColumn('input_tokens', 'bigint', (column) => column.notNull())
      .addColumn('output_tokens', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('llm_spending_key', ['tenant_id', 'day'])
      .execute();
  },
};

/**
 * People who were erased after a model had learned from them, until the model's files are rewritten without
 * them.
 */
import type { Migration } from 'kysely/migration';

export const erasedFromHeads: Migration = {
  async up(db) {
    await db.schema
      .createTable('erased_from_heads')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('erased_from_heads_key', ['tenant_id', 'run_id', 'user_id'])
      .execute();
  },
};

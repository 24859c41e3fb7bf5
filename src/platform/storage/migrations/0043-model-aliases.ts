/** The moves of the aliases of models. The newest move of an alias is in force. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const modelAliases: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('model_alias_moves')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      // 1, 2, … of the alias.
      .addColumn('move', 'bigint', (column) => column.notNull())
      .addColumn('model_id', 'text', (column) => column.notNull())
      .addColumn('moved_at', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_alias_moves_key', ['tenant_id', 'name', 'move'])
      .execute();
  },
};

/** Deleted datasets whose rows and files stay for the models that were trained on them. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const keptDatasets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('datasets').addColumn('is_deleted', 'integer').execute();
  },
};

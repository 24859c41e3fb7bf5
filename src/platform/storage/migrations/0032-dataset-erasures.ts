/**
 * Erased people. The files of a dataset may still name them, until these are written again. The losses of a
 * dataset by erasures are recorded on it.
 */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const datasetErasures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('dataset_erasures')
      .addColumn('tenant_id', 'text', (column) => column.notNull())
      .addColumn('dataset_id', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('dataset_erasures_key', ['tenant_id', 'dataset_id', 'person_id'])
      .execute();
    await db.schema.alterTable('datasets').addColumn('erasures', 'integer').execute();
    await db.schema.alterTable('datasets').addColumn('last_erasure_at', 'text').execute();
  },
};

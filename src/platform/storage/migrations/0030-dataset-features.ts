/** The features that a dataset declares; null for datasets of earlier versions. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const datasetFeatures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('datasets').addColumn('features', 'text').execute();
  },
};

/** When an experiment was paused: its domain ranks as usual until it goes on. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const pausedExperiments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('experiments').addColumn('paused_at', 'text').execute();
  },
};

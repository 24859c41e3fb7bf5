/** The declarations of a dataset about its events: weights of kinds, and repeats. null: none. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const declaredEvents: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('datasets').addColumn('declared_events', 'text').execute();
  },
};

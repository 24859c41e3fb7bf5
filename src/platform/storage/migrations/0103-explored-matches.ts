/** How matches explored: which of the shown candidates were drawn, and how probable each was. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const exploredMatches: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('shown_candidates').addColumn('propensity', 'double precision').execute();
    await db.schema.alterTable('shown_candidates').addColumn('explored', 'integer').execute();
  },
};

/**
 * When feedback confirmed that an answer of /match was seen: all of it, or single candidates of it. null: not
 * confirmed. The columns are forgotten and erased with their rows. Training looks for the few confirmed rows
 * among all, so the indexes have these alone.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const confirmedShown: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['shown_matches', 'shown_candidates']) {
      await db.schema.alterTable(table).addColumn('confirmed_ms', 'bigint').execute();
      await db.schema
        .createIndex(`${table}_confirmed`)
        .on(table)
        .columns(['tenant_id', 'domain', 'match_id'])
        .where(sql<boolean>`confirmed_ms is not null`)
        .execute();
    }
  },
};

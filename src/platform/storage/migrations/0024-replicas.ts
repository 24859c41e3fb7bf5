/**
 * The servers that share a database. PostgreSQL alone has it: an embedded database has one server. The table
 * is not logged, because a note that is lost is written again within a second.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const replicas: Migration = {
  async up(db: Kysely<unknown>) {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
    await sql`
      create unlogged table replicas (
        url text collate "C" primary key,
        state text not null,
        seen_at timestamptz not null
      )
    `.execute(db);
  },
};

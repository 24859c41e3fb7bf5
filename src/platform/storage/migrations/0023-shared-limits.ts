/**
 * Limits that hold over all processes. One is the money reserved for questions to a language model that are
 * under way. In PostgreSQL the token buckets of API keys are another. Buckets are not logged: a crash of the
 * database fills them.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sharedLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('llm_spending')
      .addColumn('reserved_usd', 'double precision', (column) => column.notNull().defaultTo(0))
      .execute();
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
    await sql`
      create unlogged table rate_buckets (
        tenant_id text collate "C" not null,
        key_id text collate "C" not null,
        tokens double precision not null,
        rate double precision not null,
        burst double precision not null,
        at timestamptz not null,
        primary key (tenant_id, key_id)
      )
    `.execute(db);
    await sql`create index rate_buckets_by_age on rate_buckets (at)`.execute(db);
  },
};

/** Brings a PostgreSQL database up to date, one process at a time. */
import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrate, pendingSteps } from '../migrations/migrate.ts';

const firstTables = new URL('./first-tables.sql', import.meta.url);

/** Stands for all migrations that were released before PostgreSQL was a store. */
const baseline: Migration = {
  up: async (db) => {
    await sql.raw(readFileSync(firstTables, 'utf8')).execute(db);
  },
};

/**
 * Throws as `migrate` does. Kysely holds an advisory lock meanwhile, so that others wait. `upTo`: default
 * all.
 */
export function migratePostgres<T>(db: Kysely<T>, upTo?: string): Promise<void> {
  return migrate(db, { baseline, ...(upTo !== undefined && { upTo }) });
}

/** Names of the migrations that `migratePostgres` would apply. Changes nothing. */
export function pendingInPostgres<T>(db: Kysely<T>): Promise<readonly string[]> {
  return pendingSteps(db, baseline);
}

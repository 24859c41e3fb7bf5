/**
 * Makes the changes of a tenant run one after the other where the database lets transactions run side by
 * side. SQLite has one writer, so there it does nothing.
 *
 * PostgreSQL: advisory locks until the end of the transaction. A change of some tenants holds the lock of
 * each and shares the lock of all tenants; a change across all tenants holds that one alone. The statements
 * after it see everything that earlier holders committed.
 */
import { createHash } from 'node:crypto';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.generated.ts';

/** Classes of advisory locks: tells ours from those of other programs in the database. */
const ALL_TENANTS = 0x43505401;
const ONE_TENANT = 0x43505402;
const JOB_KIND = 0x43505403;

export const runsSideBySide = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Waits until no other transaction changes the tenants. In the order of the locks, so that no two wait for
 * each other.
 */
export async function lockTenants(db: Kysely<Tables>, tenants: readonly string[]): Promise<void> {
  if (!runsSideBySide(db) || tenants.length === 0) return;
  await sql.raw(tenantLocks(tenants)).execute(db);
}

/** The statement that takes the locks; `null`: those of a change across all tenants. */
export function tenantLocks(tenants: readonly string[] | null): string {
  if (tenants === null) return `select pg_advisory_xact_lock(${ALL_TENANTS}, 0)`;
  const keys = [...new Set(tenants.map(keyOf))].sort((a, b) => a - b);
  const own = keys.map((key) => `pg_advisory_xact_lock(${ONE_TENANT}, ${key})`);
  return `select ${[`pg_advisory_xact_lock_shared(${ALL_TENANTS}, 0)`, ...own].join(', ')}`;
}

/**
 * Waits until no other transaction takes jobs of the kind. Changes of tenants never take this lock, and a
 * taker takes no tenant's: the two cannot wait for each other.
 */
export async function lockJobKind(db: Kysely<Tables>, kind: string): Promise<void> {
  if (!runsSideBySide(db)) return;
  await sql.raw(`select pg_advisory_xact_lock(${JOB_KIND}, ${keyOf(kind)})`).execute(db);
}

/** A signed 32-bit number. Two names with the same one wait for each other, and nothing more. */
function keyOf(name: string): number {
  return createHash('sha256').update(name).digest().readInt32BE(0);
}

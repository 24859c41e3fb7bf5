/**
 * Migrates a database to the tables of this version. `npm run tables` lists the migrations, so that a start
 * searches no folders.
 */
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations } from './list.generated.ts';

/** A newer version of this program has written the database. */
class NewerDatabaseError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the database was written by a newer version of Counterpart (it has the steps ${unknown.join(', ')}, which this version does not know); start that version or a later one`,
    );
    this.name = 'NewerDatabaseError';
  }
}

/** The last migration of SQLite alone. A database of another kind begins with its tables at once. */
const LAST_OF_SQLITE = '0021-calibrations';

/** Names of all migrations of this version, in order. */
export const knownMigrations = (): readonly string[] => Object.keys(migrations).sort();

/** Throws `NewerDatabaseError` where a database that has had these steps is of a later version. */
export function refuseNewer(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}

export interface MigrateOptions {
  /** The last migration to apply; default: all. */
  readonly upTo?: string;
  /** Creates the tables as `LAST_OF_SQLITE` leaves them, in place of the migrations up to it. */
  readonly baseline?: Migration;
}

/** Throws `NewerDatabaseError`, or the error of a migration, after which none is kept. */
export async function migrate<T>(db: Kysely<T>, { upTo, baseline }: MigrateOptions = {}): Promise<void> {
  const steps = stepsFrom(baseline);
  await pendingSteps(db as Kysely<unknown>, baseline);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...steps }) } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
}

/**
 * Names of the migrations that `migrate` would apply, in order. Changes nothing. Throws `NewerDatabaseError`.
 */
export async function pendingSteps<T>(db: Kysely<T>, baseline?: Migration): Promise<readonly string[]> {
  const applied = await appliedSteps(db as Kysely<unknown>);
  refuseNewer(applied);
  return Object.keys(stepsFrom(baseline)).filter((name) => !applied.includes(name));
}

function stepsFrom(baseline: Migration | undefined): Readonly<Record<string, Migration>> {
  if (baseline === undefined) return migrations;
  const later = Object.entries(migrations).filter(([name]) => name > LAST_OF_SQLITE);
  return { [LAST_OF_SQLITE]: baseline, ...Object.fromEntries(later) };
}

async function appliedSteps(db: Kysely<unknown>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const steps = await (db as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return steps.map((step) => step.name);
}

/**
 * The store on PostgreSQL: any number of processes share it. Reads take a connection of the pool; changes go
 * through a queue that commits those of a tenant together.
 */
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, sql } from 'kysely';
import { refuseIncomplete } from '../database-snapshot.ts';
import { queriedCounters } from '../sql/counter-reader.ts';
import { readCounter } from '../sql/counters.ts';
import { sqlStore } from '../sql/sql-store.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { tracedQueries } from '../sql/traced-queries.ts';
import type { Store } from '../store.ts';
import { compileClauses } from './compile-clauses.ts';
import { ExplainingDialect } from './explaining-dialect.ts';
import { jobNotifications } from './job-notifications.ts';
import { migratePostgres, pendingInPostgres } from './migrate-postgres.ts';
import { openPool, type PostgresSettings } from './open-pool.ts';
import { explainOpeningError } from './postgres-errors.ts';
import { isIncompleteDatabase } from './postgres-snapshot.ts';
import { rateBuckets } from './rate-buckets.ts';
import { replicaTable } from './replica-table.ts';
import { shortFields } from './short-fields.ts';
import { WriteQueue } from './write-queue.ts';

/** The oldest version that is tested. */
const OLDEST = 16;

/** Creates the tables when they are missing. Throws an Error that says what to do, without the password. */
export async function openPostgresStore(settings: PostgresSettings): Promise<Store> {
  // Changes that wait for a lock must not keep reads from a connection.
  const forWrites = Math.max(1, Math.floor(settings.connections / 2));
  await inPreparation(settings, (db) => migratePostgres(db));
  const db = handleOn(openPool({ ...settings, connections: Math.max(1, settings.connections - forWrites) }));
  const writing = handleOn(openPool({ ...settings, connections: forWrites }));
  const queue = new WriteQueue(writing);
  return sqlStore({
    db,
    readers: db,
    write: queue.write,
    counters: queriedCounters(db),
    compileClauses,
    shortFields,
    jobSignals: jobNotifications(settings, (statement) => sql.raw(statement).execute(db)),
    rates: rateBuckets(db),
    replicas: replicaTable(db),
    ping: () =>
      readCounter(db, 'accounts').then(
        () => true,
        () => false,
      ),
    verify: () => faultsOf(db),
    close: async () => {
      await queue.close();
      await Promise.all([db.destroy(), writing.destroy()]);
    },
  });
}

/** Names of the migrations that opening the store would apply. Throws as `openPostgresStore` does. */
export function pendingPostgresMigrations(settings: PostgresSettings): Promise<readonly string[]> {
  return inPreparation(settings, pendingInPostgres);
}

/** Without a limit of time: a migration of many rows may take longer than any other statement. */
async function inPreparation<Result>(
  settings: PostgresSettings,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const pool = openPool({ ...settings, connections: 2, statementTimeoutMs: 0 });
  const db = handleOn(pool);
  try {
    await refuseOldServer(pool);
    if (settings.incoming !== true) refuseIncomplete(await isIncompleteDatabase(pool), 'The database');
    return await work(db);
  } catch (error) {
    throw explainOpeningError((error as Error).cause ?? error, settings.url);
  } finally {
    await db.destroy();
  }
}

/** PostgreSQL knows no empty list: `x in ()` is false. */
function handleOn(pool: ReturnType<typeof openPool>): Kysely<Tables> {
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];
  return new Kysely<Tables>({
    dialect: new ExplainingDialect(pool),
    plugins,
    ...tracedQueries('postgresql'),
  });
}

async function refuseOldServer(pool: ReturnType<typeof openPool>): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num');
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major < OLDEST) throw new Error(`PostgreSQL ${OLDEST} or newer is needed; the server has ${major}.`);
}

/** Reads every table and every index in full. */
async function faultsOf(db: Kysely<Tables>): Promise<readonly string[]> {
  const faults: string[] = [];
  const tables = await db.introspection.getTables();
  for (const { name } of tables) {
    try {
      await sql`select count(*), count(t::text) from ${sql.table(name)} as t`.execute(db);
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
  }
  return faults;
}

/**
 * The embedded store: one file with a write-ahead log (WAL), so that reads never wait for writes of this or
 * another process.
 *
 * Reads of a few rows run on the calling thread, where they cost less than a message to another thread.
 * Larger reads go to the reading threads, and changes to the writing thread.
 */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { refuseIncomplete } from '../database-snapshot.ts';
import { migrate, pendingSteps } from '../migrations/migrate.ts';
import { readCounter } from '../sql/counters.ts';
import { sqlStore } from '../sql/sql-store.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { tracedQueries } from '../sql/traced-queries.ts';
import type { Store } from '../store.ts';
import { compileClauses } from './compile-clauses.ts';
import { keptCounters } from './kept-counters.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import { openDatabase, type SqliteSettings } from './open-database.ts';
import { ReaderClient } from './reader-client.ts';
import { readerDialect } from './reader-dialect.ts';
import { shortFields } from './short-fields.ts';
import { explainSqliteError, isDamage } from './sqlite-errors.ts';
import { isIncompleteFile } from './sqlite-snapshot.ts';
import { WriterClient } from './writer-client.ts';

export interface SqliteStoreOptions {
  readonly file: string;
  readonly synchronous?: 'full' | 'normal';
  readonly busyTimeoutMs?: number;
  /** Opens a database that is being restored, or copied into. */
  readonly incoming?: true;
}

/**
 * Creates the file, its folder and its tables when they are missing. Throws an Error that says what to do.
 */
export async function openSqliteStore({
  file,
  synchronous = 'full',
  busyTimeoutMs = 10_000,
  incoming,
}: SqliteStoreOptions): Promise<Store> {
  const settings: SqliteSettings = { file, synchronous, busyTimeoutMs };
  if (incoming !== true) refuseIncomplete(isIncompleteFile(file), `The database ${file}`);
  await bringUpToDate(settings);
  const database = openDatabase(settings, 'reader');
  const dialect = new NodeSqliteDialect(database, { transactions: false });
  const db = new Kysely<Tables>({ dialect, ...tracedQueries('sqlite') });
  const reader = new ReaderClient(settings);
  const writer = new WriterClient(settings);
  return sqlStore({
    db,
    readers: new Kysely<Tables>({ dialect: readerDialect(reader), ...tracedQueries('sqlite') }),
    write: writer.write,
    counters: keptCounters(database),
    compileClauses,
    shortFields,
    jobSignals: null,
    rates: null,
    replicas: null,
    ping: () =>
      readCounter(db, 'accounts').then(
        () => true,
        () => false,
      ),
    verify: async () => faultsOf(database),
    close: async () => {
      await Promise.all([reader.close(), writer.close()]);
      closeDatabase(database);
    },
  });
}

/** Names of the migrations that opening the store would apply. Changes nothing, and creates no file. */
export async function pendingSqliteMigrations({
  file,
}: {
  readonly file: string;
}): Promise<readonly string[]> {
  // Without a file, all migrations are pending.
  const settings: SqliteSettings = { file, synchronous: 'full', busyTimeoutMs: 10_000 };
  const database = existsSync(file) ? openDatabase(settings, 'reader') : new DatabaseSync(':memory:');
  try {
    return await pendingSteps(new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) }));
  } finally {
    closeDatabase(database);
  }
}

async function bringUpToDate(settings: SqliteSettings): Promise<void> {
  const database = openDatabase(settings, 'writer');
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
  try {
    await migrate(db);
  } catch (error) {
    throw explainSqliteError(error, settings);
  } finally {
    closeDatabase(database);
  }
}

/**
 * Kysely closes only connections that it has used, so this closes them all. The last connection moves the log
 * into the file.
 */
function closeDatabase(database: DatabaseSync): void {
  if (!database.isOpen) return;
  database.exec('PRAGMA query_only = OFF');
  database.close();
}

function faultsOf(database: DatabaseSync): readonly string[] {
  try {
    const lines = database.prepare('PRAGMA integrity_check').all();
    return lines.map((line) => String(line.integrity_check)).filter((line) => line !== 'ok');
  } catch (error) {
    // The damage may be so great that the check itself fails.
    if (isDamage(error)) return [(error as Error).message];
    throw error;
  }
}

/** Opens one connection to the database file for a role, and explains what is wrong with an unusable file. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainSqliteError } from './sqlite-errors.ts';

export interface SqliteSettings {
  readonly file: string;
  /**
   * A commit waits for the disk (`full`) or for the operating system (`normal`). See
   * docs/design/decisions/embedded-store.md.
   */
  readonly synchronous: 'full' | 'normal';
  /** How long a connection waits for the write of another process. */
  readonly busyTimeoutMs: number;
}

/**
 * The log is moved into the file at this many pages of 4 KiB (16 MiB). Bulk writes then rarely wait for it.
 */
const CHECKPOINT_PAGES = 4096;
const CACHE_KIB = 32 * 1024;

/** Throws an Error whose message says what to do. */
export function openDatabase(settings: SqliteSettings, role: 'reader' | 'writer'): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(settings.file), { recursive: true, mode: 0o700 });
    keepFromOthers(settings.file);
    database = new DatabaseSync(settings.file, { timeout: settings.busyTimeoutMs });
    setUp(database, settings, role);
    return database;
  } catch (error) {
    database?.close();
    throw explainSqliteError(error, settings);
  }
}

function setUp(database: DatabaseSync, { synchronous }: SqliteSettings, role: 'reader' | 'writer'): void {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(`PRAGMA synchronous = ${synchronous === 'full' ? 'FULL' : 'NORMAL'}`);
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  if (role === 'writer') {
    // Erased data is overwritten, so that it is not readable in free pages.
    database.exec('PRAGMA secure_delete = ON');
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  } else {
    database.exec('PRAGMA query_only = ON');
  }
}

/** Runs before SQLite creates the file, because `-wal` and `-shm` inherit the mode of the database. */
function keepFromOthers(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600);
}

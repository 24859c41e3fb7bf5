/** Opens one connection to the database file, set up for its role; says in words what is wrong with a bad file. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { distanceKm } from '../../domains/filter.ts';
import { explainSqliteError } from './sqlite-errors.ts';

export interface SqliteSettings {
  readonly file: string;
  /** What a commit waits for: `full`, the disk; `normal`, the operating system. See docs/design/decisions. */
  readonly synchronous: 'full' | 'normal';
  /** How long a connection waits while another process writes. */
  readonly busyTimeoutMs: number;
}

/** Pages of 4 KiB in the log before it is moved into the file: 16 MiB, so that bulk writes rarely stop for it. */
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
    // What was erased is overwritten, not left readable in free pages.
    database.exec('PRAGMA secure_delete = ON');
    database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  } else {
    database.function('distance_km', { deterministic: true }, distance);
    database.exec('PRAGMA query_only = ON');
  }
}

/** Before SQLite makes it: the files beside it (`-wal`, `-shm`) get the mode that the database has then. */
function keepFromOthers(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600);
}

/** SQL's null in, null out; the formula itself is the one of filters, so that both mean the same to the last bit. */
function distance(latA: unknown, lonA: unknown, latB: unknown, lonB: unknown): number | null {
  return typeof latA === 'number' &&
    typeof lonA === 'number' &&
    typeof latB === 'number' &&
    typeof lonB === 'number'
    ? distanceKm(latA, lonA, latB, lonB)
    : null;
}

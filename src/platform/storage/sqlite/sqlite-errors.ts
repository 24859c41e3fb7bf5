/** The meaning of SQLite's result codes for the operator, and the codes that are transient. */
import { retryLater } from '../../../contract/errors.ts';

/** Primary result codes (https://www.sqlite.org/rescode.html). */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** The primary result code of an error of node:sqlite; undefined for any other error. */
function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === BUSY;
}

/**
 * The error to throw when opening fails: it names the file and what to do. An unknown error is returned
 * unchanged.
 */
export function explainSqliteError(error: unknown, { file }: { readonly file: string }): unknown {
  const advice = openingAdvice(sqliteCode(error));
  return advice === undefined ? error : new Error(`The database ${file} ${advice}`, { cause: error });
}

function openingAdvice(code: number | undefined): string | undefined {
  switch (code) {
    case NOT_A_DATABASE:
    case CORRUPT:
      return 'is damaged or is no SQLite database. Put a backup in its place (with its -wal and -shm files), or move all three away to begin anew.';
    case CANNOT_OPEN:
      return 'cannot be opened. Check that its folder exists, and that this user may read and write there.';
    case READONLY:
      return 'cannot be written. Check the permissions of the file and its folder.';
    case BUSY:
    case LOCKED:
      return 'is held by another process for too long. Look for one that writes without end, then try again.';
    case FULL:
    case IO_ERROR:
      return 'cannot be written: the disk is full or failing. Free space, then start again.';
    default:
      return undefined;
  }
}

/** The error to answer with when a change failed: 503 when a retry may work, else the error unchanged. */
export function explainWriteError(error: unknown): unknown {
  switch (sqliteCode(error)) {
    case BUSY:
    case LOCKED:
      return retryLater(
        'dependency_unavailable',
        'The database is held by another process; nothing was written. Try again.',
        1000,
      );
    case FULL:
    case IO_ERROR:
      return retryLater(
        'dependency_unavailable',
        'The database cannot be written (disk full or failing); nothing was written. Free space, then try again.',
        30_000,
      );
    default:
      return error;
  }
}

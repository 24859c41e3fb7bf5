/**
 * Begins the transaction of a write, waiting for the write of another process. SQLite's own waits grow from a
 * millisecond to a tenth of a second. Beside an import, which holds the lock again and again, a small write
 * would sleep through the gaps. This looks every millisecond. It blocks the thread, which has nothing else to
 * do.
 */
import type { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite-errors.ts';

const LOOK_EVERY_MS = 1;

/** `database` has a busy timeout of 0. Throws SQLite's error after `longestMs`. */
export function beginWrite(database: Pick<DatabaseSync, 'exec'>, longestMs: number): void {
  const until = performance.now() + longestMs;
  for (;;) {
    try {
      database.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
}

/**
 * The caller's end of the reading threads. There are several because a reading thread mostly waits for the
 * disk, and the waits overlap.
 */
import type { SQLInputValue } from 'node:sqlite';
import { WorkerPool } from '../../threads/worker-pool.ts';
import type { SqliteSettings } from './open-database.ts';
import { type PackedRows, type ReadRequest, type Row, unpackRows } from './reader-protocol.ts';

const MOST_THREADS = 4;
const script = new URL('./reader-worker.ts', import.meta.url);

export class ReaderClient {
  readonly #workers: WorkerPool<ReadRequest, PackedRows>;

  constructor(settings: SqliteSettings) {
    this.#workers = new WorkerPool(script, { name: 'store reader', data: settings }, MOST_THREADS);
  }

  /** Sees every change that was committed before the call. Rejects with SQLite's error. */
  async read(sql: string, parameters: readonly SQLInputValue[]): Promise<Row[]> {
    return unpackRows(await this.#workers.call({ sql, parameters }));
  }

  /** Waits for every pending read. */
  close(): Promise<void> {
    return this.#workers.closeWhenIdle();
  }
}

/**
 * The store's end of the reading threads. There are several because what they mostly do is wait for the disk: of 200 people
 * that are nowhere in memory, four read at a time.
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

  /** Sees every change that was committed before it was asked. Rejects with SQLite's error. */
  async read(sql: string, parameters: readonly SQLInputValue[]): Promise<Row[]> {
    return unpackRows(await this.#workers.call({ sql, parameters }));
  }

  /** Waits for every read that was asked for. */
  close(): Promise<void> {
    return this.#workers.closeWhenIdle();
  }
}

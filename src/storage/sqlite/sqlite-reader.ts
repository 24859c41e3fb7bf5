/** The store's end of the reading thread: starts it at the first read, and matches answers to those who asked. */
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { SqliteSettings } from './open-database.ts';
import { type FromReader, type Row, type ToReader, unpackRows } from './reader-protocol.ts';

export class SqliteReader {
  readonly #settings: SqliteSettings;
  readonly #owed = new Map<number, PromiseWithResolvers<Row[]>>();
  #thread: Worker | null = null;
  #lastId = 0;
  #closed: Promise<void> | null = null;

  constructor(settings: SqliteSettings) {
    this.#settings = settings;
  }

  /** Sees every change that was committed before it was asked. Rejects with SQLite's error. */
  read(sql: string, parameters: readonly SQLInputValue[]): Promise<Row[]> {
    if (this.#closed !== null) return Promise.reject(new Error('the store is closed'));
    const id = ++this.#lastId;
    const owed = Promise.withResolvers<Row[]>();
    this.#post({ kind: 'read', id, sql, parameters });
    this.#owed.set(id, owed);
    return owed.promise;
  }

  /** Waits for every read that was asked for. */
  close(): Promise<void> {
    this.#closed ??= this.#stop();
    return this.#closed;
  }

  #post(message: ToReader): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
  }

  #start(): Worker {
    const thread = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: this.#settings,
      name: 'store reader',
    });
    thread.on('message', (answer: FromReader) => this.#answer(answer));
    thread.on('error', (error) => this.#fail(thread, error));
    thread.on('exit', () => this.#fail(thread, new Error('the thread that reads from the database ended')));
    return thread;
  }

  #answer(answer: FromReader): void {
    const owed = this.#owed.get(answer.id);
    this.#owed.delete(answer.id);
    if (answer.ok) owed?.resolve(unpackRows(answer.rows));
    else owed?.reject(Object.assign(new Error(answer.message), { errcode: answer.errcode }));
  }

  /** The next read begins another thread. */
  #fail(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    for (const owed of this.#owed.values()) owed.reject(error);
    this.#owed.clear();
  }

  async #stop(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage({ kind: 'close' } satisfies ToReader);
    await ended;
  }
}

/**
 * The store's end of the reading threads: each is started when the others have something to do, and answers are matched to those who
 * asked. There are several because what they mostly do is wait for the disk: of 200 people that are nowhere in memory, four read
 * at a time.
 */
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { SqliteSettings } from './open-database.ts';
import { type FromReader, type Row, type ToReader, unpackRows } from './reader-protocol.ts';

const MOST_THREADS = 4;

export class SqliteReader {
  readonly #settings: SqliteSettings;
  readonly #threads: ReadingThread[] = [];
  #closed: Promise<void> | null = null;

  constructor(settings: SqliteSettings) {
    this.#settings = settings;
  }

  /** Sees every change that was committed before it was asked. Rejects with SQLite's error. */
  read(sql: string, parameters: readonly SQLInputValue[]): Promise<Row[]> {
    if (this.#closed !== null) return Promise.reject(new Error('the store is closed'));
    return this.#idlest().read(sql, parameters);
  }

  /** Waits for every read that was asked for. */
  close(): Promise<void> {
    this.#closed ??= Promise.all(this.#threads.map((thread) => thread.close())).then(() => undefined);
    return this.#closed;
  }

  #idlest(): ReadingThread {
    const threads = this.#threads;
    const [first] = threads.toSorted((a, b) => a.load - b.load);
    if (first !== undefined && (first.load === 0 || threads.length === MOST_THREADS)) return first;
    const another = new ReadingThread(this.#settings);
    threads.push(another);
    return another;
  }
}

class ReadingThread {
  readonly #settings: SqliteSettings;
  readonly #owed = new Map<number, PromiseWithResolvers<Row[]>>();
  #thread: Worker | null = null;
  #lastId = 0;

  constructor(settings: SqliteSettings) {
    this.#settings = settings;
  }

  /** Reads that it has not answered. */
  get load(): number {
    return this.#owed.size;
  }

  read(sql: string, parameters: readonly SQLInputValue[]): Promise<Row[]> {
    const id = ++this.#lastId;
    const owed = Promise.withResolvers<Row[]>();
    this.#post({ kind: 'read', id, sql, parameters });
    this.#owed.set(id, owed);
    return owed.promise;
  }

  /** Waits for every read that was asked for. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage({ kind: 'close' } satisfies ToReader);
    await ended;
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
}

/** The store's end of the writing thread: starts it at the first change, and matches answers to callers. */
import { Worker } from 'node:worker_threads';
import type { RunWrite } from '../sql/write-operations.ts';
import { explainWriteError } from './sqlite-errors.ts';
import type { FromWriter, ToWriter, WriterSettings } from './writer-protocol.ts';

interface Caller {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteWriter {
  readonly #settings: WriterSettings;
  readonly #callers = new Map<number, Caller>();
  #thread: Worker | null = null;
  #lastId = 0;
  #closed: Promise<void> | null = null;

  constructor(settings: WriterSettings) {
    this.#settings = settings;
  }

  readonly write: RunWrite = (name, ...args) => {
    if (this.#closed !== null) return Promise.reject(new Error('the store is closed'));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#post({ kind: 'change', id, name, args });
      this.#callers.set(id, { resolve: resolve as Caller['resolve'], reject });
    });
  };

  /** Waits for every change that was asked for. */
  close(): Promise<void> {
    this.#closed ??= this.#stop();
    return this.#closed;
  }

  #post(message: ToWriter): void {
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
  }

  #start(): Worker {
    const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: this.#settings,
      name: 'store writer',
    });
    thread.on('message', (answer: FromWriter) => this.#answer(answer));
    thread.on('error', (error) => this.#fail(error));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = null;
      this.#fail(new Error('the thread that writes to the database ended'));
    });
    return thread;
  }

  #answer(answer: FromWriter): void {
    const caller = this.#callers.get(answer.id);
    this.#callers.delete(answer.id);
    if (answer.ok) caller?.resolve(answer.result as never);
    else {
      const error = Object.assign(new Error(answer.message), { errcode: answer.errcode });
      caller?.reject(explainWriteError(error));
    }
  }

  /** The thread died: its transaction was rolled back, or its commit was never heard of. */
  #fail(error: unknown): void {
    this.#thread = null;
    for (const caller of this.#callers.values()) caller.reject(error);
    this.#callers.clear();
  }

  async #stop(): Promise<void> {
    const thread = this.#thread;
    if (thread === null) return;
    const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    thread.postMessage({ kind: 'close' } satisfies ToWriter);
    await ended;
  }
}

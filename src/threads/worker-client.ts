/**
 * The caller's end of a worker thread: requests in, answers out. The thread's file serves them by `serve-calls.ts`.
 *
 * - Start: with the first call. An idle thread does not keep the process alive.
 * - Death (an uncaught error, an unhandled rejection, `process.exit`, memory): every call in flight rejects with
 *   `ThreadEnded`, whose `cause` is the thread's error. No call is repeated: whether it took effect is not known.
 * - Restart: the next call starts another thread. Where threads die one after the other and answer nothing, calls in a
 *   pause that grows (`restart-backoff.ts`) reject with `ThreadEnded` at once.
 * - State: what a thread holds dies with it. Threads have numbers, so that a caller knows which of them it has told what.
 * - Close: at once, or when idle. Both resolve when the thread is gone, however often they are asked for. Later calls
 *   reject with `ThreadEnded`. A thread of native code is not interrupted: it ends when it has computed what it began.
 * - Signal: the call rejects with its reason, and the thread drops it where it waits in a queue.
 */

import { RestartBackoff } from './restart-backoff.ts';
import { type CallOptions, RunningThread, type ThreadSettings } from './running-thread.ts';
import { ThreadEnded } from './thread-ended.ts';

export class WorkerClient<Request, Answer> {
  readonly #script: URL;
  readonly #settings: ThreadSettings;
  readonly #pause = new RestartBackoff();
  #thread: RunningThread<Request, Answer> | null = null;
  #lastNumber = 0;
  #isClosed = false;

  constructor(script: URL, settings: ThreadSettings) {
    this.#script = script;
    this.#settings = settings;
  }

  /** Calls in flight, and those that the thread has to do though their callers have gone. */
  get load(): number {
    return this.#thread?.load ?? 0;
  }

  /** Number of the thread that runs; null: none does. */
  get running(): number | null {
    return this.#thread?.hasEnded === false ? this.#lastNumber : null;
  }

  /** False: a call now would reject, since thread after thread has died. */
  get isReady(): boolean {
    return this.#pause.leftMs() === 0;
  }

  /** Rejects with the thread's error, with `ThreadEnded`, or with the signal's reason. */
  call(request: Request, options: CallOptions = {}): Promise<Answer> {
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    try {
      return this.#runningThread().call(request, options);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Number of the thread that runs, started where none did: that which a call made at once goes to. Throws `ThreadEnded`. */
  start(): number {
    this.#runningThread();
    return this.#lastNumber;
  }

  /** Wants no answer. Does nothing where no thread runs. */
  tell(request: Request): void {
    if (!this.#isClosed && this.#thread?.hasEnded === false) this.#thread.tell(request);
  }

  /** Calls in flight reject at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
  }

  /** When every call in flight has its answer. */
  async closeWhenIdle(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.closeWhenIdle();
  }

  #runningThread(): RunningThread<Request, Answer> {
    const { name } = this.#settings;
    if (this.#isClosed) throw new ThreadEnded(name, 'was closed: it takes no more calls');
    if (this.#thread?.hasEnded === false) return this.#thread;
    const waitMs = this.#pause.leftMs();
    if (waitMs > 0)
      throw new ThreadEnded(
        name,
        `ended ${this.#pause.deathsInARow} times in a row without an answer; it can be started again in ${waitMs} ms`,
      );
    return this.#start();
  }

  #start(): RunningThread<Request, Answer> {
    const thread = new RunningThread<Request, Answer>(this.#script, this.#settings, () =>
      this.#pause.noteDeath(thread.hasAnswered),
    );
    this.#thread = thread;
    this.#lastNumber++;
    return thread;
  }
}

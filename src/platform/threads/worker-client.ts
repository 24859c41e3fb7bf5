/**
 * The caller's end of a worker thread: sends requests and receives answers. The entry file of the thread
 * serves them by `serve-calls.ts` or `serve-queue.ts`.
 *
 * - Start: with the first call. An idle thread does not keep the process alive.
 * - Death (an uncaught error, an unhandled rejection, `process.exit`, memory): every call in flight rejects
 *   with `ThreadEnded`, whose `cause` is the error of the thread. No call is repeated, because it may have
 *   taken effect.
 * - Restart: the next call starts another thread. If threads die in a row without an answer, calls during a
 *   growing pause (`restart-backoff.ts`) reject with `ThreadEnded` at once.
 * - State: the state of a thread is lost with it. Threads have numbers, so that a caller knows which thread
 *   has received which state.
 * - Close: at once, or when idle. Both resolve when the thread has ended, however often they are called.
 *   Later calls reject with `ThreadEnded`. Native code is not interrupted: the thread ends after its current
 *   computation.
 * - Signal: the call rejects with its reason, and the thread drops the request if it is still queued.
 */

import { inSpan } from '../tracing/current-tracer.ts';
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

  /** Calls in flight, including those that the thread still works on although their callers have gone. */
  get load(): number {
    return this.#thread?.load ?? 0;
  }

  /** Number of the running thread; null: none runs. */
  get running(): number | null {
    return this.#thread?.hasEnded === false ? this.#lastNumber : null;
  }

  /** False: a call now would reject, because several threads in a row have died. */
  get isReady(): boolean {
    return this.#pause.leftMs() === 0;
  }

  /** Rejects with the thread's error, with `ThreadEnded`, or with the signal's reason. */
  call(request: Request, options: CallOptions = {}): Promise<Answer> {
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    return inSpan(this.#span, () => this.#send(request, options));
  }

  /**
   * Number of the running thread, started if needed; a call made at once goes to it. Throws `ThreadEnded`.
   */
  start(): number {
    this.#runningThread();
    return this.#lastNumber;
  }

  /** Sends a request without an answer. Does nothing where no thread runs. */
  notify(request: Request): void {
    if (!this.#isClosed && this.#thread?.hasEnded === false) this.#thread.notify(request);
  }

  /** Calls in flight reject at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.close();
  }

  /** Resolves when every call in flight has its answer. */
  async closeWhenIdle(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.closeWhenIdle();
  }

  readonly #span = () => ({ name: `thread ${this.#settings.name}` });

  #send(request: Request, options: CallOptions): Promise<Answer> {
    try {
      return this.#runningThread().call(request, options);
    } catch (error) {
      return Promise.reject(error);
    }
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

/**
 * One thread from start to end: call ids, calls in flight, and the reference that keeps the process alive
 * meanwhile.
 */
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';
import { type ErrorClass, errorOf } from './error-message.ts';
import { NativeGate } from './native-part.ts';
import { ThreadEnded } from './thread-ended.ts';
import type { FromThread, ToThread } from './thread-protocol.ts';

export interface ThreadSettings {
  /** For error messages and thread lists. */
  readonly name: string;
  /** The script's `workerData`; an object where there are native parts. */
  readonly data?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /**
   * The thread runs native code (ONNX Runtime) whose interruption would end the whole process. Closing then
   * waits for the current computation; the thread serves by a queue, so that no other follows.
   */
  readonly isNative?: boolean;
  /** Runs native code by `native-part.ts` alone: closing waits for the current part, and for nothing else. */
  readonly hasNativeParts?: boolean;
  /** Error classes to restore; `ApiError` and built-in classes are always restored. */
  readonly errors?: readonly ErrorClass[];
}

export interface CallOptions {
  /** Objects transferred with the request. */
  readonly transfer?: readonly Transferable[];
  /** The call rejects with its reason. The thread drops the request if it has not begun it. */
  readonly signal?: AbortSignal | undefined;
}

export class RunningThread<Request, Answer> {
  /** Resolves when the thread has ended, for whatever reason. */
  readonly exited: Promise<void>;
  readonly #worker: Worker;
  readonly #settings: ThreadSettings;
  readonly #owed = new Map<number, PromiseWithResolvers<Answer>>();
  readonly #onEnd: () => void;
  readonly #gate: NativeGate | null;
  #lastId = 0;
  #hasAnswered = false;
  #isClosing = false;
  #hasEnded = false;
  #hasExited = false;

  /** `onEnd` is called once, before the pending calls reject. */
  constructor(script: URL, settings: ThreadSettings, onEnd: () => void) {
    const { name, data, resourceLimits, hasNativeParts = false } = settings;
    this.#settings = settings;
    this.#onEnd = onEnd;
    this.#gate = hasNativeParts ? new NativeGate() : null;
    const workerData = this.#gate === null ? data : { ...(data as object), nativeGate: this.#gate.shared };
    this.#worker = new Worker(script, { name, workerData, ...(resourceLimits && { resourceLimits }) });
    this.#worker.on('message', (message: FromThread<Answer>) => this.#hear(message));
    this.#worker.on('messageerror', (error) => this.#endUnheard(error));
    this.#worker.on('error', (error) => this.#end(`ended: ${error.message}`, error));
    this.exited = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#hasExited = true;
        this.#end(`ended with exit code ${code}`);
        resolve();
      });
    });
  }

  /** Calls in flight, including those that the thread still works on although their callers have gone. */
  get load(): number {
    return this.#owed.size;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Throws where the request cannot be cloned; no call is pending then. */
  call(request: Request, { transfer, signal }: CallOptions): Promise<Answer> {
    const id = ++this.#lastId;
    this.#post({ id, request }, transfer);
    const owed = Promise.withResolvers<Answer>();
    this.#owed.set(id, owed);
    if (this.#owed.size === 1) this.#worker.ref();
    if (signal !== undefined) this.#obey(signal, id, owed);
    return owed.promise;
  }

  notify(request: Request): void {
    this.#post({ id: null, request });
  }

  /** Accepts no further calls; ends when those in flight are answered. */
  closeWhenIdle(): Promise<void> {
    if (!this.#isClosing && !this.#hasEnded) {
      this.#isClosing = true;
      this.#worker.ref();
      this.#post({ close: 'answeringAll' });
    }
    return this.exited;
  }

  /** Calls in flight reject at once. */
  close(): Promise<void> {
    this.#isClosing = true;
    this.#end('ended: it was closed');
    this.#stop();
    return this.exited;
  }

  #stop(): void {
    if (!this.#settings.isNative) void this.#terminate();
    else {
      this.#worker.ref();
      this.#post({ close: 'answeringBegun' });
    }
  }

  async #terminate(): Promise<void> {
    await this.#gate?.close(() => this.#hasExited);
    await this.#worker.terminate();
  }

  #post(message: ToThread<Request>, transfer?: readonly Transferable[]): void {
    this.#worker.postMessage(message, transfer);
  }

  #hear(message: FromThread<Answer>): void {
    this.#hasAnswered = true;
    const owed = this.#owed.get(message.id);
    // The thread was closed meanwhile.
    if (owed === undefined) return;
    this.#owed.delete(message.id);
    if (this.#owed.size === 0 && !this.#isClosing) this.#worker.unref();
    if ('error' in message) owed.reject(errorOf(message.error, this.#settings.errors));
    else owed.resolve(message.answer);
  }

  /**
   * The thread is busy with the call until it reports the end: the process must not end during native code.
   */
  #obey(signal: AbortSignal, id: number, { promise, reject }: PromiseWithResolvers<Answer>): void {
    const leave = () => {
      this.#post({ cancel: id });
      reject(signal.reason);
    };
    const stopListening = () => signal.removeEventListener('abort', leave);
    signal.addEventListener('abort', leave, { once: true });
    promise.then(stopListening, stopListening);
  }

  /** An unreadable answer may belong to any call, so no call of this thread is sure to end. */
  #endUnheard(error: Error): void {
    this.#end(`gave an answer that cannot be read: ${error.message}`, error);
    this.#stop();
  }

  #end(reason: string, cause?: Error): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#onEnd();
    const error = new ThreadEnded(this.#settings.name, reason, { cause });
    for (const { reject } of this.#owed.values()) reject(error);
    this.#owed.clear();
  }
}

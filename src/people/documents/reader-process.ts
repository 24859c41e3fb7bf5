/** The service's end of the process that reads documents: starts it, sends it a document, kills it. */
import { type ChildProcess, fork } from 'node:child_process';
import { ApiError, retryLater } from '../../contract/errors.ts';
import { MEMORY_LIMIT_SIGNAL } from '../../platform/threads/watch-process.ts';
import type { ReadDocumentAnswer, ReadDocumentCall } from './document-protocol.ts';
import type { DocumentText } from './document-text.ts';
import { unreadable } from './unreadable.ts';

export interface ReaderProcessOptions {
  /** The script that calls `serveDocuments`; it gets the limit of its memory in bytes as an argument. */
  readonly script: URL;
  /** For one document. */
  readonly timeoutMs: number;
  /** For the whole process. */
  readonly maxMemoryMiB: number;
}

const MIB = 1024 * 1024;
const STARTUP_MS = 30_000;
const RETRY_AFTER_MS = 5000;

/** V8 aborts at the limit of its heap, and the operating system kills where its memory is used up. */
const outOfMemory: ReadonlySet<NodeJS.Signals | null> = new Set([
  MEMORY_LIMIT_SIGNAL,
  'SIGABRT',
  'SIGTRAP',
  'SIGKILL',
]);

export class ReaderProcess {
  readonly #options: ReaderProcessOptions;
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #ready: Promise<void>;
  #answer: PromiseWithResolvers<DocumentText> | null = null;
  #isLate = false;
  #isEnding = false;
  isOver = false;

  constructor(options: ReaderProcessOptions) {
    this.#options = options;
    const { script, maxMemoryMiB } = options;
    this.#child = fork(script, [String(maxMemoryMiB * MIB)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      // The secrets of the service are no business of what reads a stranger's bytes.
      env: {},
      execArgv: [...process.execArgv, `--max-old-space-size=${maxMemoryMiB}`],
    });
    const ready = Promise.withResolvers<void>();
    this.#ready = ready.promise;
    this.#child.on('message', (answer: ReadDocumentAnswer) => {
      if (answer.kind === 'ready') ready.resolve();
      else if (answer.kind === 'read') this.#answer?.resolve(answer.text);
      else this.#answer?.reject(new ApiError(answer.code, answer.message, answer.details));
    });
    this.#exited = new Promise((resolve) => {
      const over = (error: Error) => {
        this.isOver = true;
        ready.reject(notRunning());
        this.#answer?.reject(error);
        resolve();
      };
      this.#child.once('error', () => over(notRunning()));
      this.#child.once('exit', (_code, signal) => over(this.#reasonOf(signal)));
    });
    // A process that ends before its first document is reported to that document.
    this.#ready.catch(() => {});
    this.#child.unref();
    this.#child.channel?.unref();
  }

  async read(call: ReadDocumentCall): Promise<DocumentText> {
    this.#child.channel?.ref();
    try {
      // The start is not part of the time of a document.
      await this.#within(STARTUP_MS, this.#ready);
      this.#answer = Promise.withResolvers<DocumentText>();
      const { promise, reject } = this.#answer;
      this.#child.send(call, (error) => {
        if (error !== null) reject(notRunning());
      });
      return await this.#within(this.#options.timeoutMs, promise);
    } finally {
      this.#answer = null;
      this.#child.channel?.unref();
    }
  }

  async #within<T>(ms: number, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.#isLate = true;
      this.#child.kill('SIGKILL');
    }, ms);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }

  #reasonOf(signal: NodeJS.Signals | null): ApiError {
    const { timeoutMs, maxMemoryMiB } = this.#options;
    if (this.#isEnding) return notRunning();
    if (this.#isLate) return unreadable('took_too_long', `At most ${timeoutMs / 1000} seconds are allowed.`);
    if (outOfMemory.has(signal))
      return unreadable('too_much_memory', `At most ${maxMemoryMiB} MiB are allowed.`);
    return unreadable('broken');
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}

const notRunning = () =>
  retryLater('overloaded', 'The process that reads documents is not running. Try again.', RETRY_AFTER_MS);

/**
 * Runs a task in a process of its own, so that it may block its thread and its crash ends no other job. The
 * process is killed if it ignores a cancellation or exceeds its memory limit. After any other death, another
 * worker retries the job.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { apiError } from '../../../contract/errors.ts';
import { StoreOutage } from '../../storage/store-outage.ts';
import { MEMORY_LIMIT_SIGNAL } from '../../threads/watch-process.ts';
import { traceHeaders } from '../../tracing/current-tracer.ts';
import { MemoryExceededError, WorkerDiedError } from '../job-failure.ts';
import type { TaskContext, TaskKind, TaskResult, TaskStop } from '../task.ts';
import type { FromTask, ToTask } from './task-protocol.ts';

export interface TaskProcessOptions {
  /** The script that calls `serveTask`. */
  readonly script: URL;
  /** Passed to the process together with the job. Plain data. */
  readonly setup: unknown;
  /** Limit of the V8 heap in MiB. `taskMemoryLimit` derives the limit of the whole process from it. */
  readonly heapMiB: number;
  /** Time between the stop message and the kill. */
  readonly graceMs: number;
  /** One line of its standard error. */
  readonly onOutput: (line: string, context: TaskContext) => void;
}

const MIB = 1024 * 1024;
const OUTSIDE_HEAP_MIB = 256;

/** Bytes that the process may hold in all, buffers and native memory included. */
export function taskMemoryLimit(heapMiB: number): number {
  return (2 * heapMiB + OUTSIDE_HEAP_MIB) * MIB;
}

/** V8 prints one of these before it aborts. */
const HEAP_EXHAUSTED = /JavaScript heap out of memory|Reached heap limit/;

export function taskProcesses(
  options: TaskProcessOptions,
): (task: TaskKind, context: TaskContext) => Promise<TaskResult> {
  return (_task, context) =>
    new Promise((resolve, reject) => new TaskProcess(options, context, { resolve, reject }));
}

interface Answer {
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: unknown) => void;
}

class TaskProcess {
  readonly #options: TaskProcessOptions;
  readonly #context: TaskContext;
  readonly #answer: Answer;
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #killer: NodeJS.Timeout | undefined;
  #heapExhausted = false;
  /** The outage that a checkpoint met. The task then fails with it. */
  #outage: StoreOutage | null = null;

  constructor(options: TaskProcessOptions, context: TaskContext, answer: Answer) {
    this.#options = options;
    this.#context = context;
    this.#answer = answer;
    this.#child = fork(options.script, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      execArgv: [...process.execArgv, `--max-old-space-size=${options.heapMiB}`],
    });
    this.#readErrors();
    this.#child.on('message', (message: FromTask) => this.#receive(message));
    this.#exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.#end(code, signal);
        resolve();
      });
      this.#child.once('error', (error) => {
        answer.reject(error);
        resolve();
      });
    });
    const rssLimitBytes = taskMemoryLimit(options.heapMiB);
    const trace = traceHeaders();
    this.#send({ kind: 'run', job: context.job, setup: options.setup, rssLimitBytes, trace });
    context.signal.addEventListener('abort', this.#stop);
    if (context.signal.aborted) this.#stop();
  }

  readonly #stop = (): void => {
    const reason = this.#context.signal.reason as TaskStop;
    if (reason === 'lost') this.#child.kill('SIGKILL');
    this.#send({ kind: 'stop', reason });
    this.#killer ??= setTimeout(() => this.#child.kill('SIGKILL'), this.#options.graceMs);
  };

  #send(message: ToTask): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #receive(message: FromTask): void {
    if (message.kind === 'progress') this.#context.progress(message.progress, message.detail);
    else if (message.kind === 'checkpoint') void this.#checkpoint(message);
    else if (message.kind === 'done') this.#done(message);
    else this.#failed(message);
  }

  async #checkpoint({ id, state, changes }: Extract<FromTask, { kind: 'checkpoint' }>): Promise<void> {
    const error = await this.#context.checkpoint(state, changes).then(
      () => null,
      (error: unknown) => {
        if (error instanceof StoreOutage) this.#outage = error;
        return String(error);
      },
    );
    this.#send({ kind: 'kept', id, error });
  }

  /** Without follow-up work the process may exit now, otherwise after the end of the job is stored. */
  #done({ result, hasMore }: Extract<FromTask, { kind: 'done' }>): void {
    if (!hasMore) this.#send({ kind: 'ended' });
    this.#answer.resolve({
      ...result,
      ...(hasMore && {
        afterwards: async () => {
          this.#send({ kind: 'ended' });
          await this.#exited;
        },
      }),
    });
  }

  #failed({ api, isOutage, text }: Extract<FromTask, { kind: 'failed' }>): void {
    if (this.#outage !== null) this.#answer.reject(this.#outage);
    else if (isOutage) this.#answer.reject(new StoreOutage(api!.message, 1000));
    else if (api === null) this.#answer.reject(new Error(text));
    else this.#answer.reject(apiError(api.code, api.message, api.details));
  }

  #readErrors(): void {
    let rest = '';
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        this.#heapExhausted ||= HEAP_EXHAUSTED.test(line);
        if (line.trim() !== '') this.#options.onOutput(line, this.#context);
      }
    });
  }

  /** A rejection after an answer has no effect. */
  #end(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#killer);
    this.#context.signal.removeEventListener('abort', this.#stop);
    this.#answer.reject(
      signal === MEMORY_LIMIT_SIGNAL || this.#heapExhausted
        ? new MemoryExceededError(this.#options.heapMiB)
        : new WorkerDiedError(`the process of the task ended without a result (${signal ?? `code ${code}`})`),
    );
  }
}

/**
 * Keeps one worker process running beside a server. A worker that dies is restarted after a delay. The delay
 * doubles with each death, up to a maximum; a worker that ran long enough (`healthyMs`) resets it. The server
 * works without the worker.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { FromWorker, ToWorker } from './worker-protocol.ts';

export interface WorkerOptions {
  /** The script that calls `serveWorker`. */
  readonly script: URL;
  /** Passed to the worker when it starts. Plain data. */
  readonly setup: unknown;
  readonly onMessage: (message: FromWorker) => void;
  /** The worker died without a stop message. `againInMs`: delay of the restart. */
  readonly onDeath: (how: string, againInMs: number) => void;
  readonly times?: WorkerTimes;
}

interface WorkerTimes {
  readonly firstRestartMs: number;
  readonly maxRestartMs: number;
  /** A worker that ran this long resets the restart delay. */
  readonly healthyMs: number;
  /** Time between the stop message and the kill. */
  readonly stopMs: number;
}

const usualTimes: WorkerTimes = {
  firstRestartMs: 500,
  maxRestartMs: 60_000,
  healthyMs: 60_000,
  stopMs: 10_000,
};

export interface WorkerSupervisor {
  start(): void;
  /** Notifies the worker of new work. Frequent calls are merged. */
  wake(): void;
  stop(): Promise<void>;
}

export function superviseWorker(options: WorkerOptions): WorkerSupervisor {
  return new Supervisor(options);
}

/** The supervisor of a server that runs no jobs. */
export const noWorker: WorkerSupervisor = { start() {}, wake() {}, async stop() {} };

class Supervisor implements WorkerSupervisor {
  readonly #options: WorkerOptions;
  readonly #times: WorkerTimes;
  #child: ChildProcess | null = null;
  #startedAt = 0;
  #failures = 0;
  #restart: NodeJS.Timeout | undefined;
  #waking = false;
  #stopping = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#times = options.times ?? usualTimes;
  }

  start(): void {
    this.#startedAt = performance.now();
    const child = fork(this.#options.script, { serialization: 'advanced' });
    this.#child = child;
    child.on('message', this.#options.onMessage);
    child.once('error', (error) => this.#ended(child, error.message));
    child.once('exit', (code, signal) => this.#ended(child, signal ?? `code ${code}`));
    this.#send({ kind: 'start', setup: this.#options.setup });
  }

  wake(): void {
    if (this.#waking || this.#child === null) return;
    this.#waking = true;
    setImmediate(() => {
      this.#waking = false;
      this.#send({ kind: 'wake' });
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const killer = setTimeout(() => child.kill('SIGKILL'), this.#times.stopMs);
    this.#send({ kind: 'stop' });
    await ended;
    clearTimeout(killer);
  }

  #send(message: ToWorker): void {
    if (this.#child?.connected) this.#child.send(message, () => {});
  }

  #ended(child: ChildProcess, how: string): void {
    if (this.#child !== child) return;
    this.#child = null;
    if (this.#stopping) return;
    if (performance.now() - this.#startedAt >= this.#times.healthyMs) this.#failures = 0;
    const againInMs = Math.min(this.#times.firstRestartMs * 2 ** this.#failures++, this.#times.maxRestartMs);
    this.#options.onDeath(how, againInMs);
    this.#restart = setTimeout(() => this.start(), againInMs);
  }
}

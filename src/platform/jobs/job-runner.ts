/**
 * Leases due jobs and runs them, within the limits of each kind and of each tenant's jobs of it. It polls
 * when it is woken, when a job has ended, and once a second for jobs of other processes. Heartbeats renew the
 * leases of running jobs. A lost lease or a cancellation request aborts the signal of the job.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Job } from '../storage/job.ts';
import type { JobStore } from '../storage/job-store.ts';
import { retriesExhausted } from './job-failure.ts';
import { endWithout, type JobOutcome, type RunningJob, type RunningJobParts, runJob } from './running-job.ts';
import type { Task } from './task.ts';

interface JobTimes {
  /** A lease expires this long after its last heartbeat. */
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  readonly lookEveryMs: number;
}

const usualTimes: JobTimes = { leaseMs: 10_000, heartbeatMs: 2000, lookEveryMs: 1000 };
/** Limit of one worker, over all kinds. */
const MAX_CONCURRENT_JOBS = 64;
/** A heartbeat also reads cancellation requests. `wake` triggers one at most this often. */
const MIN_HEARTBEAT_INTERVAL_MS = 200;

export interface EndedJob {
  readonly kind: string;
  readonly outcome: JobOutcome;
  readonly ms: number;
}

export interface JobRunnerParts {
  readonly jobs: JobStore;
  readonly tasks: readonly Task[];
  /** Jobs of a kind that run at once for one tenant; null: as the store usually has it. */
  readonly perTenant?: number | null;
  /** Unique among all workers, past ones included. */
  readonly owner: string;
  readonly clock: () => number;
  readonly runInProcess: RunningJobParts['runInProcess'];
  readonly onEnded: (job: Job, ended: EndedJob) => void;
  /** `job` is null for an error of polling or of a heartbeat; both continue. */
  readonly onError: (job: Job | null, error: unknown) => void;
  readonly times?: JobTimes;
}

export interface JobRunner {
  /** Polls at once. */
  wake(): void;
  /**
   * Takes no more jobs and aborts the running ones. Jobs still running after `graceMs` return to the queue.
   */
  stop(graceMs: number): Promise<void>;
}

export function startJobRunner(parts: JobRunnerParts): JobRunner {
  return new Runner(parts);
}

class Runner implements JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #times: JobTimes;
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #limits: Readonly<Record<string, number>>;
  readonly #running = new Map<string, RunningJob>();
  readonly #timers: readonly NodeJS.Timeout[];
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #stopping = false;
  #heartbeatAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    this.#times = parts.times ?? usualTimes;
    this.#tasks = new Map(parts.tasks.map((task) => [task.kind, task]));
    this.#limits = Object.fromEntries(parts.tasks.map(({ kind, concurrency }) => [kind, concurrency]));
    this.#timers = [
      setInterval(() => this.#look(), this.#times.lookEveryMs),
      setInterval(() => void this.#heartbeat(), this.#times.heartbeatMs),
    ];
    this.#look();
  }

  wake(): void {
    this.#look();
    if (this.#parts.clock() - this.#heartbeatAtMs >= MIN_HEARTBEAT_INTERVAL_MS) void this.#heartbeat();
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    await this.#looking;
    for (const job of this.#running.values()) job.stop('stopping');
    await this.#ended(graceMs);
    const left = [...this.#running.values()];
    await Promise.all(left.map((job) => job.abandon().catch((error) => this.#parts.onError(job.job, error))));
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #ended(graceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all([...this.#running.values()].map((job) => job.ended)), late]);
    clearTimeout(timer);
  }

  /**
   * Starts a poll. Polls do not overlap: a request during a poll starts one more poll after it. The poll
   * waits for the end of the event-loop turn. The store ends jobs in groups, so several slots become free in
   * one turn, and one query refills them all ([figures](../../docs/design/decisions/job-queue.md)).
   */
  #look(): void {
    if (this.#stopping) return;
    if (this.#looking !== null) {
      this.#lookAgain = true;
      return;
    }
    this.#lookAgain = false;
    this.#looking = nextTurn()
      .then(() => (this.#stopping ? undefined : this.#take()))
      .catch((error: unknown) => this.#parts.onError(null, error))
      .finally(() => {
        this.#looking = null;
        if (this.#lookAgain) this.#look();
      });
  }

  async #take(): Promise<void> {
    const limit = MAX_CONCURRENT_JOBS - this.#running.size;
    if (limit <= 0) return;
    const { jobs, owner, clock, perTenant } = this.#parts;
    const { taken, givenUp } = await jobs.take(owner, {
      limits: this.#limits,
      ...(perTenant != null && { perTenant }),
      limit,
      nowMs: clock(),
      leaseMs: this.#times.leaseMs,
    });
    for (const job of taken) this.#start(job);
    await Promise.all(givenUp.map((job) => this.#giveUp(job)));
    if (givenUp.length === limit) this.#lookAgain = true;
  }

  #start(job: Job): void {
    const { jobs, owner, clock, runInProcess, onEnded, onError } = this.#parts;
    const task = this.#tasks.get(job.kind)!;
    const startedMs = clock();
    const running = runJob({ jobs, owner, task, clock, runInProcess, onError }, job);
    this.#running.set(job.jobId, running);
    void running.ended.then((outcome) => {
      this.#running.delete(job.jobId);
      onEnded(job, { kind: job.kind, outcome, ms: clock() - startedMs });
      this.#look();
    });
  }

  async #giveUp(job: Job): Promise<void> {
    const task = this.#tasks.get(job.kind)!;
    const end = job.cancelRequested
      ? ({ status: 'cancelled' } as const)
      : ({ status: 'failed', error: retriesExhausted(job) } as const);
    const outcome = await endWithout({ ...this.#parts, task }, job, end);
    this.#parts.onEnded(job, { kind: job.kind, outcome, ms: 0 });
  }

  async #heartbeat(): Promise<void> {
    if (this.#running.size === 0) return;
    const { jobs, owner, clock, onError } = this.#parts;
    this.#heartbeatAtMs = clock();
    try {
      const ids = [...this.#running.keys()];
      const { lost, cancelRequested } = await jobs.heartbeat(owner, ids, clock(), this.#times.leaseMs);
      for (const id of lost) this.#running.get(id)?.stop('lost');
      for (const id of cancelRequested) this.#running.get(id)?.stop('cancelled');
    } catch (error) {
      onError(null, error);
    }
  }
}

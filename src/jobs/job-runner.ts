/**
 * Takes jobs and runs them, as many at a time as their kinds allow. It looks when it is woken, whenever a job has
 * ended, and once a second for jobs that other processes made. Leases are kept alive while their jobs run; a lease
 * that was lost, and a wish to cancel, reach the job through its signal.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Job, JobStore } from '../storage/job-store.ts';
import { retriesExhausted } from './job-failure.ts';
import { endWithout, type JobOutcome, type RunningJob, type RunningJobParts, runJob } from './running-job.ts';
import type { Task } from './task.ts';

interface JobTimes {
  /** A worker that has not been heard of for so long has lost its jobs. */
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  readonly lookEveryMs: number;
}

const usualTimes: JobTimes = { leaseMs: 10_000, heartbeatMs: 2000, lookEveryMs: 1000 };
/** However many kinds there are. */
const MAX_CONCURRENT_JOBS = 64;
/** A wish to cancel is looked for when the runner is woken, but not more often. */
const MIN_HEARTBEAT_INTERVAL_MS = 200;

export interface EndedJob {
  readonly kind: string;
  readonly outcome: JobOutcome;
  readonly ms: number;
}

export interface JobRunnerParts {
  readonly jobs: JobStore;
  readonly tasks: readonly Task[];
  /** Unique among all workers, ever. */
  readonly owner: string;
  readonly clock: () => number;
  readonly runInProcess: RunningJobParts['runInProcess'];
  readonly onEnded: (job: Job, ended: EndedJob) => void;
  /** Of a job, or (null) of the looking itself, which goes on. */
  readonly onError: (job: Job | null, error: unknown) => void;
  readonly times?: JobTimes;
}

export interface JobRunner {
  /** There may be something to do. */
  wake(): void;
  /** Takes nothing more, asks what runs to end, and hands back what has not ended in time. */
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
   * One look at a time; a wish that comes meanwhile is one more. It waits for what else ends in this turn: jobs end
   * together, as their ends are written together, and the first to be heard of would else be replaced alone (with room
   * for 64, every other look took one job; 594 jobs a second in place of 1,348 in the same process, 3,000 queued).
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
    const { jobs, owner, clock } = this.#parts;
    const { taken, givenUp } = await jobs.take(owner, {
      limits: this.#limits,
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

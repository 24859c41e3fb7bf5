/** What the queue runs: a task a kind, handed in by the composition root of the worker. */
import type { Job, JobError } from '../storage/job-store.ts';
import type { StoreChange } from '../storage/store-change.ts';

export interface TaskContext {
  readonly job: Job;
  /** Aborts when the job was asked to cancel, its lease was lost, or the worker stops; `signal.reason` is a `TaskStop`. */
  readonly signal: AbortSignal;
  /** 0..1, never backwards; kept at most a few times a second, however often it is called. */
  progress(progress: number, detail?: Readonly<Record<string, unknown>>): void;
  /** JSON from which the next worker goes on (`job.checkpoint`); durable when it resolves. */
  checkpoint(state: unknown): Promise<void>;
}

export type TaskStop = 'cancelled' | 'lost' | 'stopping';

/** What a task gives back: kept, with the end of the job, in one transaction. */
export interface TaskResult {
  readonly result: Readonly<Record<string, unknown>>;
  readonly changes?: readonly StoreChange[];
  /** Carried out after the transaction; best effort (removing what is no longer needed). */
  readonly afterwards?: () => Promise<void>;
  /** Not done yet: run again at this time (schedules). The result is then not kept. */
  readonly againAtMs?: number;
}

/** What is known of a kind of job without the code that does it: all that the server needs. */
export interface TaskKind {
  readonly kind: string;
  /** How many of this kind run at the same time, in all processes on the store. */
  readonly concurrency: number;
  /**
   * `worker`: in the worker process, beside others; must not hold its thread for more than some 50 ms at a time.
   * `process`: a process of its own, which may; it is killed where it does not heed a cancellation, or outgrows its memory.
   */
  readonly runsIn: 'worker' | 'process';
  /** A listed kind is seen through GET /jobs; others are internal. */
  readonly listed: boolean;
  /** Changes that go with a job's end other than success (drop the dataset that never was). */
  onEnd?(
    job: Job,
    end: { readonly status: 'failed'; readonly error: JobError } | { readonly status: 'cancelled' },
  ): readonly StoreChange[];
}

export interface Task extends TaskKind {
  /** Throws ApiError for a fault that the caller is told of; anything else is `internal`. */
  run(context: TaskContext): Promise<TaskResult>;
}

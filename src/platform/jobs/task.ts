/** The interface of the code that runs a job. The composition root passes the tasks to the worker. */
import type { Job, JobError } from '../storage/job.ts';
import type { StoreChange } from '../storage/store-change.ts';

export interface TaskContext {
  readonly job: Job;
  /**
   * Aborts after a cancellation request, a lost lease, or when the worker stops. `signal.reason` is a
   * `TaskStop`.
   */
  readonly signal: AbortSignal;
  /** 0..1. Smaller values than before are ignored, and writes are limited to a few a second. */
  progress(progress: number, detail?: Readonly<Record<string, unknown>>): void;
  /**
   * JSON that the next attempt gets as `job.checkpoint`, and changes that are stored with it in one
   * transaction. Durable when the promise resolves.
   */
  checkpoint(state: unknown, changes?: readonly StoreChange[]): Promise<void>;
}

export type TaskStop = 'cancelled' | 'lost' | 'stopping';

/** The result of a task. The result, the changes and the end of the job are one transaction. */
export interface TaskResult {
  readonly result: Readonly<Record<string, unknown>>;
  readonly changes?: readonly StoreChange[];
  /** Runs after the transaction, best effort: removes what is no longer needed. */
  readonly afterwards?: () => Promise<void>;
  /** The job is put back and runs again at this time (epoch ms). The result is then not stored. */
  readonly againAtMs?: number;
  /** The job that is put back goes on from its checkpoint, and keeps its progress. */
  readonly resumes?: boolean;
}

/** The part of a task that the server needs. It does not import the code of the task. */
export interface TaskKind {
  readonly kind: string;
  /** Limit of running jobs of this kind, over all processes on the store. */
  readonly concurrency: number;
  /**
   * `worker`: runs in the worker process beside other tasks, and must yield to the event loop every 50 ms.
   *
   * `process`: runs in a process of its own and may block. The process is killed if it ignores a cancellation
   * or exceeds its memory limit.
   */
  readonly runsIn: 'worker' | 'process';
  /**
   * For `process`: the processor time that nothing else wants (nice 19), where other tasks have less than the
   * server (nice 10).
   */
  readonly priority?: 'lowest';
  /** Recurring work: the job is queued again after as long, however a run of it ended. */
  readonly recursAfterMs?: number;
  /** Jobs of a listed kind appear in GET /jobs. Other kinds are internal. */
  readonly listed: boolean;
  /**
   * The name below `staging` under which the attempts of a job share files; left out: they share none. The
   * files go with the end of the job (`staged-files.ts`).
   */
  stagedAs?(job: Job): string;
  /**
   * Changes stored with the end of a job that failed or was cancelled, such as removing an incomplete
   * dataset.
   */
  onEnd?(
    job: Job,
    end: { readonly status: 'failed'; readonly error: JobError } | { readonly status: 'cancelled' },
  ): readonly StoreChange[];
}

export interface Task extends TaskKind {
  /** Throws `ApiError` for errors that the caller may see. The caller sees any other error as `internal`. */
  run(context: TaskContext): Promise<TaskResult>;
  /**
   * Removes other resources that the attempts of a job share, such as checkpoints. Runs in the worker after
   * the job's end is stored, however it ended. Best effort: leftovers are collected.
   */
  tidy?(job: Job): Promise<void>;
}

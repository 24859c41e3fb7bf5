/** What passes between a worker and the process that does one task. */
import type { Job } from '../../storage/job-store.ts';
import type { TaskResult, TaskStop } from '../task.ts';

export type ToTask =
  | {
      readonly kind: 'run';
      readonly job: Job;
      /** For the composition root there; nothing that is not plain data. */
      readonly setup: unknown;
      readonly rssLimitBytes: number;
    }
  | { readonly kind: 'stop'; readonly reason: TaskStop }
  | { readonly kind: 'kept'; readonly id: number; readonly error: string | null }
  /** The end is kept: what was to be done afterwards may be done. */
  | { readonly kind: 'ended' };

export type FromTask =
  | {
      readonly kind: 'progress';
      readonly progress: number;
      readonly detail: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly kind: 'checkpoint'; readonly id: number; readonly state: unknown }
  | { readonly kind: 'done'; readonly result: Omit<TaskResult, 'afterwards'>; readonly hasMore: boolean }
  | {
      readonly kind: 'failed';
      /** An ApiError's parts; null: anything else, of which `text` is for the log alone. */
      readonly api: {
        readonly code: string;
        readonly message: string;
        readonly details: Readonly<Record<string, unknown>>;
      } | null;
      readonly text: string;
    };

/** Which way a task's process ends itself where it holds more memory than it may. */
export const MEMORY_LIMIT_SIGNAL: NodeJS.Signals = 'SIGUSR2';

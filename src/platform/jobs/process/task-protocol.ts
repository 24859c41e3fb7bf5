import type { ErrorDetails } from '../../../contract/error-details.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Job } from '../../storage/job.ts';
import type { StoreChange } from '../../storage/store-change.ts';
import type { TaskResult, TaskStop } from '../task.ts';

export type ToTask =
  | {
      readonly kind: 'run';
      readonly job: Job;
      /** Plain data for the composition root of the process. */
      readonly setup: unknown;
      readonly rssLimitBytes: number;
      /** Headers of the trace of the job. */
      readonly trace?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly kind: 'stop'; readonly reason: TaskStop }
  | { readonly kind: 'kept'; readonly id: number; readonly error: string | null }
  /** The end of the job is stored; `afterwards` may run. */
  | { readonly kind: 'ended' };

export type FromTask =
  | {
      readonly kind: 'progress';
      readonly progress: number;
      readonly detail: Readonly<Record<string, unknown>> | undefined;
    }
  | {
      readonly kind: 'checkpoint';
      readonly id: number;
      readonly state: unknown;
      readonly changes: readonly StoreChange[];
    }
  | { readonly kind: 'done'; readonly result: Omit<TaskResult, 'afterwards'>; readonly hasMore: boolean }
  | {
      readonly kind: 'failed';
      /** The fields of an `ApiError`. Null for any other error, whose `text` is for the log only. */
      readonly api: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly details: ErrorDetails[ErrorCode];
      } | null;
      /** The database could not be reached. */
      readonly isOutage: boolean;
      readonly text: string;
    };

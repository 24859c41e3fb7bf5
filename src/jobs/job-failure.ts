/** What a job's caller is told of its end without success. */
import { explainDiskFault } from '../contract/disk-fault.ts';
import { ApiError, counted, errorStatus } from '../contract/errors.ts';
import type { Job, JobError } from '../storage/job-store.ts';

/** The work outgrew the memory that its kind may use; to begin it again would end the same way. */
export class MemoryExceededError extends Error {
  readonly limitMiB: number;

  constructor(limitMiB: number) {
    super(`the work needed more than ${limitMiB} MiB of memory`);
    this.name = 'MemoryExceededError';
    this.limitMiB = limitMiB;
  }
}

/** The process that did the work is gone and left no word: the lease runs out, and the job is taken up again. */
export class WorkerDiedError extends Error {
  override readonly name = 'WorkerDiedError';
}

/** An ApiError as it is; of anything else nothing but that it happened: its message may carry people's data. */
export function jobError(thrown: unknown): JobError {
  const error = explainDiskFault(thrown);
  if (error instanceof ApiError && errorStatus[error.code] !== 500) {
    return { code: error.code, message: error.message, details: error.details };
  }
  if (error instanceof MemoryExceededError) {
    return {
      code: 'internal',
      message: `${error.message}. Give it less to do at once, or raise the limit.`,
      details: { limit_mib: error.limitMiB },
    };
  }
  return {
    code: 'internal',
    message:
      'the work failed for a reason that is not the request; the log of the service has it under this job.',
    details: {},
  };
}

export function retriesExhausted({ takes }: Job): JobError {
  return {
    code: 'internal',
    message: `the work was begun ${counted(takes, 'time')}, and every time its process ended before it was done; it is not tried again.`,
    details: { takes },
  };
}

/** The errors that a failed job shows to its caller. */
import { explainDiskFault } from '../../contract/disk-fault.ts';
import { ApiError, counted, errorStatus } from '../../contract/errors.ts';
import type { Job, JobError } from '../storage/job.ts';

/** The task exceeded the memory limit of its kind. The job is not retried: it would fail again. */
export class MemoryExceededError extends Error {
  readonly limitMiB: number;

  constructor(limitMiB: number) {
    super(`the work needed more than ${limitMiB} MiB of memory`);
    this.name = 'MemoryExceededError';
    this.limitMiB = limitMiB;
  }
}

/** The process of a task ended without a result. The lease expires and another worker retries the job. */
export class WorkerDiedError extends Error {
  override readonly name = 'WorkerDiedError';
}

/**
 * An `ApiError` is passed on, except `internal`. Other errors get a fixed text: their messages may contain
 * personal data.
 */
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

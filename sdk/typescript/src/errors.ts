/** The errors that a call rejects with, apart from the reason of the caller's own signal. */
import type { ErrorCode, ErrorDetails } from './error-details.ts';
import type { Job, TrainingRun } from './types.generated.ts';

/** The base of all errors of this package. */
export class CounterpartError extends Error {
  override readonly name: string = 'CounterpartError';
}

/** The service answered with an error. `error.is('below_threshold')` also tells the type of `details`. */
export class ApiError extends CounterpartError {
  override readonly name = 'ApiError';
  readonly status: number;
  /** `unexpected_answer` where the answer was none of the service (a proxy's page). */
  readonly code: ErrorCode | 'unexpected_answer';
  readonly details: Readonly<Record<string, unknown>>;
  /** For the operator: the service's log has a line with it. */
  readonly requestId: string | undefined;
  readonly headers: Headers;

  constructor(response: Pick<Response, 'status' | 'headers'>, text: string) {
    const { error, request_id } = bodyOf(text);
    const { status } = response;
    super(
      error?.message ?? `the answer has status ${status} and no error of the service${redirectNote(status)}`,
    );
    this.status = status;
    this.code = (error?.code as ErrorCode | undefined) ?? 'unexpected_answer';
    this.details = error?.details ?? {};
    this.requestId = request_id ?? response.headers.get('x-request-id') ?? undefined;
    this.headers = response.headers;
  }

  is<Code extends ErrorCode>(code: Code): this is ApiError & { code: Code; details: ErrorDetails[Code] } {
    return this.code === code;
  }
}

/**
 * The connection failed or broke, or the answer was cut off. For a write it is unknown whether it happened.
 */
export class ConnectionError extends CounterpartError {
  override readonly name = 'ConnectionError';
}

/** The call did not end within `timeoutMs`. For a write it is unknown whether it happened. */
export class TimeoutError extends CounterpartError {
  override readonly name = 'TimeoutError';
}

/** A job that was waited for failed or was cancelled; `code` is that of its error. */
export class JobFailedError extends CounterpartError {
  override readonly name = 'JobFailedError';
  readonly job: Job;
  readonly code: string;

  constructor(job: Job) {
    super(job.error?.message ?? `${job.id} was ${job.status}`);
    this.job = job;
    this.code = job.error?.code ?? job.status;
  }
}

/**
 * A training run that was waited for failed or was cancelled. A run whose model was rejected is no failure.
 */
export class TrainingFailedError extends CounterpartError {
  override readonly name = 'TrainingFailedError';
  readonly run: TrainingRun;

  constructor(run: TrainingRun) {
    super(`${run.run_id} ${run.status}: ${run.reason}`);
    this.run = run;
  }
}

/** An upload stopped early. All rows before `position` are done: go on with `{ startAt: error.position }`. */
export class UploadError extends CounterpartError {
  override readonly name = 'UploadError';
  readonly position: number;

  constructor(position: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`the upload stopped; all rows before row ${position} (from 0) are done: ${why}`, { cause });
    this.position = position;
  }
}

/** Browsers give the status 0 to a redirect. */
function redirectNote(status: number): string {
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  return isRedirect
    ? '; redirects are not followed, so baseUrl must be the address of the service itself'
    : '';
}

interface ErrorBody {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
  readonly request_id?: string;
}

function bodyOf(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && typeof (body as ErrorBody).error?.code === 'string')
      return body;
  } catch {
    // Not of the service.
  }
  return {};
}

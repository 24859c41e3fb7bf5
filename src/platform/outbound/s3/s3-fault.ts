/** Faults of a bucket: those that may pass, and their wording. No message has a credential or a signature. */
import { retryLater } from '../../../contract/errors.ts';

/** The bucket refused a request, and trying again would not help. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal';
  readonly status: number;
  /** `NoSuchUpload`, `PreconditionFailed`, …; '' where the answer had none. */
  readonly code: string;

  /** `shown`: `s3://bucket/key`. */
  constructor(shown: string, status: number, code: string) {
    super(`${shown}: the bucket answered ${status} ${code}`.trimEnd() + adviceFor(status, code));
    this.status = status;
    this.code = code;
  }
}

/** No answer, a broken one, or one that asks for patience. */
export class PassingS3Fault extends Error {
  override readonly name = 'PassingS3Fault';
}

const WAIT_MS = 5000;

/**
 * The error that callers get after the last try: one of the interface, which jobs wait for and clients retry.
 */
export function afterLastTry(error: unknown): unknown {
  if (!(error instanceof PassingS3Fault)) return error;
  const fault = retryLater('dependency_unavailable', `${error.message}; try again later.`, WAIT_MS);
  fault.cause = error.cause;
  return fault;
}

export function isPassing(status: number, code: string): boolean {
  return status >= 500 ? status !== 501 : status === 429 || status === 408 || code === 'RequestTimeout';
}

export function isMissing(error: unknown): boolean {
  return error instanceof S3Refusal && error.status === 404;
}

function adviceFor(status: number, code: string): string {
  if (code === 'NoSuchBucket') return '; create the bucket, or correct COUNTERPART_ARTIFACTS';
  if (code === 'RequestTimeTooSkewed') return '; correct the clock of this machine';
  if (code === 'PermanentRedirect' || code === 'AuthorizationHeaderMalformed' || status === 301)
    return '; set AWS_REGION to the region of the bucket';
  if (status === 401 || status === 403)
    return '; check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN and what they may do in the bucket';
  return '';
}

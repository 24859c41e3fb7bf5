/** Failures that are worth another attempt, and the wait before it. */
import { ApiError, ConnectionError } from './errors.ts';

const BASE_MS = 200;
const CAP_MS = 8000;

export function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return (
    error.status === 408 ||
    error.status === 429 ||
    error.status >= 500 ||
    // The first attempt of this very call is still in work, and its connection was lost.
    error.code === 'idempotency_in_progress'
  );
}

/**
 * Milliseconds. Exponential backoff with full jitter: uniform in [0, min(8 s, 200 ms × 2^retries)]. Where the
 * service said how long to wait, that time comes first and the jitter after it.
 *
 * `retries`: how many there were before this one, 0 or more. `leftMs`: until the caller's deadline. The
 * service may ask for any wait that ends before it; the jitter leaves half of the rest to the attempt. A
 * longer wait is not waited for.
 */
export function waitBefore(retries: number, error: unknown, leftMs = Number.POSITIVE_INFINITY): number {
  const jitter = Math.random() * Math.min(CAP_MS, BASE_MS * 2 ** retries);
  const asked = error instanceof ApiError ? askedFor(error) : 0;
  if (asked === 0) return jitter;
  return asked + (asked < leftMs ? Math.min(jitter, (leftMs - asked) / 2) : 0);
}

/**
 * Milliseconds that the answer asks to wait: the service's exact figure, or Retry-After (seconds, or a date).
 */
function askedFor({ details, headers }: ApiError): number {
  const { retry_after_ms: exact } = details;
  const header = headers.get('retry-after');
  if (typeof exact === 'number' && exact >= 0) return exact;
  if (header === null) return 0;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

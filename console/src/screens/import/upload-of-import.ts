/** The upload of rows, for an import and for its check: how rows are sent, and why sending failed. */
import { UploadError } from 'counterpart-client';

/** Requests at once. More would keep the page's other requests waiting: browsers open six connections to a service. */
export const CONCURRENCY = 3;

/** The error behind that of an upload. */
export function causeOf(error: unknown): unknown {
  return error instanceof UploadError ? (error.cause ?? error) : error;
}

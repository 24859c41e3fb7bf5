import { ApiError, ConnectionError, TimeoutError } from 'counterpart-client';

/** How browsers say that a request, or a part of the page itself, could not be loaded. */
const notLoaded = /fetch|networkerror|load failed|module script/i;

/** The code of an error, also of those that the service never saw. */
export function codeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  if (error instanceof ConnectionError) return 'connection';
  if (error instanceof TypeError && notLoaded.test(error.message)) return 'connection';
  if (error instanceof TimeoutError) return 'timeout';
  return 'other';
}

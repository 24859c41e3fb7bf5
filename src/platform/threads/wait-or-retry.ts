/** For requests that wait for work which is done once, such as the first reading of a large dataset. */
import { retryLater } from '../../contract/errors.ts';
import { waitAtMost } from './wait-at-most.ts';

const WAIT_MS = 20_000;
const RETRY_AFTER_MS = 5000;

/** The result, or 503 `warming_up` with the message after `waitMs`. The work goes on for later requests. */
export async function waitOrRetry<Result>(
  work: Promise<Result>,
  message: string,
  waitMs = WAIT_MS,
): Promise<Result> {
  if (await waitAtMost(work, waitMs)) return work;
  throw retryLater('warming_up', message, RETRY_AFTER_MS);
}

/** `what`: such as «events of dataset ds_1». */
export const firstReading = (what: string) =>
  `The ${what} are being read for the first time. Ask again in some seconds; later requests are answered at once.`;

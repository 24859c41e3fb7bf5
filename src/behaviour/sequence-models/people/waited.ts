/** Waits for the thread of people, which reads a large dataset once. */
import { retryLater } from '../../../contract/errors.ts';
import { waitAtMost } from '../../../platform/threads/wait-at-most.ts';

/** The longest time for which a request waits for a dataset, ms. */
const WAIT_MS = 20_000;
const RETRY_AFTER_MS = 5000;

/** 503 `warming_up` after `waitMs`. */
export async function waited<Answer>(
  reading: Promise<Answer>,
  datasetId: string,
  waitMs = WAIT_MS,
): Promise<Answer> {
  if (await waitAtMost(reading, waitMs)) return reading;
  throw retryLater(
    'warming_up',
    `The events of dataset ${datasetId} are being read for the first time. Ask again in some seconds; later requests are answered at once.`,
    RETRY_AFTER_MS,
  );
}

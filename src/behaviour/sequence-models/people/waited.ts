/** Waits for the thread of people, which reads a large dataset once. */
import { firstReading, waitOrRetry } from '../../../platform/threads/wait-or-retry.ts';

/** 503 `warming_up` after `waitMs`. */
export function waited<Answer>(
  reading: Promise<Answer>,
  datasetId: string,
  waitMs?: number,
): Promise<Answer> {
  return waitOrRetry(reading, firstReading(`events of dataset ${datasetId}`), waitMs);
}

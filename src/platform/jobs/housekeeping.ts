/**
 * Deletes jobs that ended more than 30 days ago, expired idempotency keys, and expired sessions and links of
 * the console.
 */
import type { Store } from '../storage/store.ts';
import type { Schedule } from './schedule.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EVERY_MS = 10 * MINUTE_MS;
const KEEP_FINISHED_MS = 30 * DAY_MS;

export function housekeeping(
  { jobs, idempotency, sessions }: Pick<Store, 'jobs' | 'idempotency' | 'sessions'>,
  clock: () => number,
): Schedule {
  return {
    kind: 'housekeeping',
    everyMs: EVERY_MS,
    async run() {
      await jobs.forgetFinished(clock() - KEEP_FINISHED_MS);
      await idempotency.forgetExpired(clock());
      await sessions.forgetExpired(clock());
    },
  };
}

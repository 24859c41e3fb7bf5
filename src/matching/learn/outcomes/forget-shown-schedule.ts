/** Deletes shown matches after a year, the longest that `exclude_shown_days` reaches back. */
import { MAX_SHOWN_DAYS } from '../../../contract/match.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { LearningStore } from '../../../platform/storage/learning-store.ts';

const HOUR_MS = 3_600_000;
const KEEP_SHOWN_MS = MAX_SHOWN_DAYS * 24 * HOUR_MS;
const MATCHES_A_WRITE = 100;

export function forgetShownSchedule(
  learning: Pick<LearningStore, 'forgetShown'>,
  clock: () => number,
): Schedule {
  return {
    kind: 'forget_shown',
    everyMs: HOUR_MS,
    async run({ signal }) {
      const before = clock() - KEEP_SHOWN_MS;
      while (!signal.aborted) {
        if ((await learning.forgetShown(before, MATCHES_A_WRITE)) < MATCHES_A_WRITE) return;
      }
    },
  };
}

/** The schedule `keep_match_batches`, without its code. */
import type { Schedule } from '../../../platform/jobs/schedule.ts';

export const keepMatchBatchesKind: Omit<Schedule, 'run'> = { kind: 'keep_match_batches', everyMs: 30_000 };

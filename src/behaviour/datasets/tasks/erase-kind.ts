/** The schedule `erase_people`, without its code. */
import type { Schedule } from '../../../platform/jobs/schedule.ts';

export const erasePeopleKind: Omit<Schedule, 'run'> = { kind: 'erase_people', everyMs: 30_000 };

/**
 * Adds recorded matches to the counters, a few seconds after their answers. A batch is small, and others may
 * write between two of them, so that POST /match never waits long for the counting.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { TenantId } from '../../contract/brands.ts';
import type { Schedule } from '../../platform/jobs/schedule.ts';
import type { StatisticsStore } from '../../platform/storage/statistics-store.ts';

const EVERY_MS = 5000;
const MATCHES_A_WRITE = 25;
const REST_MS = 10;

export function countShownSchedule(statistics: Pick<StatisticsStore, 'countShown'>): Schedule {
  return {
    kind: 'count_shown',
    everyMs: EVERY_MS,
    run: ({ signal }) => countShown(statistics, signal, REST_MS),
  };
}

/** Counts until nothing waits. Tenants take turns. */
export async function countShown(
  statistics: Pick<StatisticsStore, 'countShown'>,
  signal: AbortSignal,
  restMs = 0,
): Promise<void> {
  let after: TenantId | null = null;
  while (!signal.aborted) {
    const counted: TenantId | null = await statistics.countShown(after, MATCHES_A_WRITE);
    if (counted === null && after === null) return;
    after = counted;
    if (counted !== null && restMs > 0) await pause(restMs);
  }
}

/** Days of statistics: texts as 2026-03-01, UTC. */
import type { DayRange } from '../../platform/storage/statistics-store.ts';

const DAY_MS = 86_400_000;

export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}

export function daysBefore(epochMs: number, days: number): string {
  return dayOf(epochMs - days * DAY_MS);
}

/** Today and the days before it, `days` in all. */
export function lastDays(nowMs: number, days: number): DayRange {
  return { from: daysBefore(nowMs, days - 1), to: dayOf(nowMs) };
}

/** Every day of the range, in order. */
export function eachDay({ from, to }: DayRange): readonly string[] {
  const days: string[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) days.push(dayOf(ms));
  return days;
}

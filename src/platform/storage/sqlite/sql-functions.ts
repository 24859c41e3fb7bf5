/** SQL functions that the queries of `sql/` use and SQLite lacks. */
import type { DatabaseSync } from 'node:sqlite';
import { distanceKm } from '../../../domains/filter.ts';

export function addSqlFunctions(database: DatabaseSync): void {
  database.function('distance_km', { deterministic: true }, distance);
  database.function('iso_time', { deterministic: true }, isoTime);
}

/** Null arguments give null. Uses the formula of the filters, so that both agree to the last bit. */
function distance(latA: unknown, lonA: unknown, latB: unknown, lonB: unknown): number | null {
  return typeof latA === 'number' &&
    typeof lonA === 'number' &&
    typeof latB === 'number' &&
    typeof lonB === 'number'
    ? distanceKm(latA, lonA, latB, lonB)
    : null;
}

/** Epoch milliseconds as ISO 8601, UTC, with milliseconds. */
function isoTime(ms: unknown): string | null {
  return typeof ms === 'number' ? new Date(ms).toISOString() : null;
}

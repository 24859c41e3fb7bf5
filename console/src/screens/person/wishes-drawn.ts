/** The wishes that can be drawn: distances on a map, and ranges of numbers on an axis. */
import type { Schema, UserRecord } from '../../api/queries.ts';
import { isRecord } from '../../parts/read-unknown.ts';

export interface DrawnPlace {
  readonly field: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Kilometres; undefined: no wish about the distance. */
  readonly radius: number | undefined;
}

export interface DrawnRange {
  readonly field: string;
  /** The range of the field, by the schema. */
  readonly axis: readonly [number, number];
  /** Wished for; a side without a bound ends at the axis. */
  readonly from: number;
  readonly to: number;
}

/** The person's places, each with the wished radius around it. */
export function drawnPlaces(record: UserRecord): readonly DrawnPlace[] {
  return Object.entries(record.places).map(([field, { name, lat, lon }]) => {
    const wish = record.preferences[`${field}_within_km`];
    const radius = isRecord(wish) ? wish.km : wish;
    return {
      field,
      name,
      latitude: lat,
      longitude: lon,
      radius: typeof radius === 'number' && radius > 0 ? radius : undefined,
    };
  });
}

export function drawnRanges(record: UserRecord, schema: Schema | undefined): readonly DrawnRange[] {
  return (schema?.fields ?? []).flatMap(({ name, range }) => {
    const wish = record.preferences[name];
    if (!isRecord(wish) || range === undefined) return [];
    const [low, high] = [bound(wish, 'gte', 'gt'), bound(wish, 'lte', 'lt')];
    if (low === undefined && high === undefined) return [];
    const [first, last] = [Number(range[0]), Number(range[1])];
    if (!(last > first)) return [];
    const within = (value: number) => Math.min(last, Math.max(first, value));
    return [
      { field: name, axis: [first, last] as const, from: within(low ?? first), to: within(high ?? last) },
    ];
  });
}

function bound(wish: Record<string, unknown>, ...names: readonly string[]): number | undefined {
  return names.map((name) => wish[name]).find((value) => typeof value === 'number');
}

/**
 * The part of the axis that is drawn. It holds every value, and the wished range in the middle with half as
 * much again on each side. It never exceeds the field's own range. On the whole axis, a wish of 28 to 40
 * years would be a sliver between 18 and 120.
 */
export function window(range: DrawnRange, values: readonly number[]): readonly [number, number] {
  const margin = Math.max((range.to - range.from) / 2, (range.axis[1] - range.axis[0]) / 100);
  const low = Math.min(range.from - margin, ...values);
  const high = Math.max(range.to + margin, ...values);
  return [Math.max(range.axis[0], low), Math.min(range.axis[1], high)];
}

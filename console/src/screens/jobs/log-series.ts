/** The curves in the log of a job: every number of the details that changes over time. */
import type { wire } from 'counterpart-client';

export interface LogSeries {
  readonly name: string;
  /** Seconds since the first entry, and the value. */
  readonly points: readonly (readonly [number, number])[];
}

type Entry = wire.JobLog['data'][number];

/** Numbers that the page shows elsewhere. */
const said = new Set(['minutes_left', 'minutes_left_at_most']);

/** A number that stays the same is no curve. A value that is missing from an entry leaves its point out. */
export function logSeries(entries: readonly Entry[]): readonly LogSeries[] {
  const start = Date.parse(entries[0]?.at ?? '');
  const series = new Map<string, (readonly [number, number])[]>();
  for (const { at, detail } of entries)
    for (const [name, value] of Object.entries(detail)) {
      if (typeof value !== 'number' || said.has(name)) continue;
      const points = series.get(name) ?? [];
      points.push([(Date.parse(at) - start) / 1000, value]);
      series.set(name, points);
    }
  return [...series]
    .map(([name, points]) => ({ name, points }))
    .filter(({ points }) => points.some(([, value]) => value !== points[0]![1]));
}

/** The path of a curve in a box; the lowest value is at the bottom. */
export function curvePath(points: LogSeries['points'], width: number, height: number): string {
  const [times, values] = [points.map(([time]) => time), points.map(([, value]) => value)];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (time: number) => ((time - first) / (last - first || 1)) * width;
  const y = (value: number) => height - ((value - low) / (high - low || 1)) * height;
  return points
    .map(([time, value], n) => `${n === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
}

/** The events of each person in time: sums up to any moment, also fading ones, by a binary search. */

const DAY_MS = 86_400_000;

/** Events of one person in the order of time, with sums up to and including each. */
interface Timeline {
  readonly atMs: readonly number[];
  /** Sum of the values. */
  readonly sums: readonly number[];
  /** Distinct moments. */
  readonly moments: readonly number[];
  /** By half-life: fading count and fading sum of the values, at the time of each event. */
  readonly fading: readonly (readonly FadingSums[])[];
}

interface FadingSums {
  readonly count: number;
  readonly sum: number;
}

/** Sums over the events before a moment. */
export interface Before {
  readonly count: number;
  readonly sum: number;
  readonly moments: number;
  /** By half-life. */
  readonly fading: readonly FadingSums[];
  /** Days since the last event; null where nothing happened. */
  readonly days: number | null;
}

export type Timelines = (person: number, nowMs: number) => Before;

/**
 * Events [N] of `persons`, of which only those before a moment are counted then. `values`: a number an event.
 * `halfLives`: in days.
 */
export function timelinesOf(
  persons: Uint32Array,
  atMs: Float64Array,
  values: ArrayLike<number>,
  halfLives: readonly number[],
): Timelines {
  const inTime = [...atMs.keys()].sort((a, b) => atMs[a]! - atMs[b]!);
  const rows = Map.groupBy(inTime, (n) => persons[n]!);
  const lines = new Map([...rows].map(([person, own]) => [person, timelineOf(own, atMs, values, halfLives)]));
  const nothing: Before = {
    count: 0,
    sum: 0,
    moments: 0,
    fading: halfLives.map(() => ({ count: 0, sum: 0 })),
    days: null,
  };
  return (person, nowMs) => {
    const line = lines.get(person);
    const count = line === undefined ? 0 : firstNotBefore(line.atMs, nowMs);
    if (line === undefined || count === 0) return nothing;
    const days = (nowMs - line.atMs[count - 1]!) / DAY_MS;
    return {
      count,
      sum: line.sums[count - 1]!,
      moments: line.moments[count - 1]!,
      fading: line.fading[count - 1]!.map((sums, at) => faded(sums, days / halfLives[at]!)),
      days,
    };
  };
}

function timelineOf(
  rows: readonly number[],
  atMs: Float64Array,
  values: ArrayLike<number>,
  halfLives: readonly number[],
): Timeline {
  const line = {
    atMs: [] as number[],
    sums: [] as number[],
    moments: [] as number[],
    fading: [] as (readonly FadingSums[])[],
  };
  let before: number | null = null;
  for (const n of rows) {
    const at = atMs[n]!;
    const last = line.atMs.length - 1;
    const days = before === null ? 0 : (at - before) / DAY_MS;
    line.atMs.push(at);
    line.sums.push((line.sums[last] ?? 0) + values[n]!);
    line.moments.push((line.moments[last] ?? 0) + (at === before ? 0 : 1));
    line.fading.push(
      halfLives.map((halfLife, which) => {
        const { count, sum } = faded(line.fading[last]?.[which] ?? { count: 0, sum: 0 }, days / halfLife);
        return { count: count + 1, sum: sum + values[n]! };
      }),
    );
    before = at;
  }
  return line;
}

function faded({ count, sum }: FadingSums, halves: number): FadingSums {
  const factor = 2 ** -halves;
  return { count: count * factor, sum: sum * factor };
}

function firstNotBefore(times: readonly number[], moment: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

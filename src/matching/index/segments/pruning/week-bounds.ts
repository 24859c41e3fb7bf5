/**
 * Bounds of a term over `updatedAt` by its week: the most points that any time of a week has. The term is
 * piecewise linear, so its greatest value within a week is at one of the week's ends or at a knot between
 * them.
 */
import { numberPoints } from '../../program/number-points.ts';
import type { NumberPoints, Pair, TermOp } from '../../query-program.ts';
import { WEEK_MS } from '../rows/updated-week.ts';

type NumberTerm = Extract<TermOp, { op: 'number' }>;

/** Above the week's last time: points at the next week's start bound those right before it. */
const WEEKS_AROUND = 1;

/**
 * The weeks outside of which the points of both directions are constant. null where the term does not read
 * the time that has passed, or the weeks are more than `maxEntries`.
 */
export function changingWeeks(
  { forward, backward }: Pick<NumberTerm, 'forward' | 'backward'>,
  maxEntries: number,
): readonly [low: number, high: number] | null {
  const ranges = [forward, backward].map(weeksOf);
  const low = Math.min(...ranges.map(([from]) => from));
  const high = Math.max(...ranges.map(([, to]) => to));
  return Number.isSafeInteger(low) && Number.isSafeInteger(high) && high - low < maxEntries
    ? [low, high]
    : null;
}

function weeksOf({ x, c, unit, knots }: NumberPoints): Pair {
  const isReadable = x === 'since' && unit > 0 && knots.every(([at, points]) => !Number.isNaN(at + points));
  if (!isReadable) return [Number.NaN, Number.NaN];
  const [first, last] = [Math.max(0, knots[0]![0]), Math.max(0, knots.at(-1)![0])];
  const weekAt = (passed: number) => Math.floor((c - passed * unit) / WEEK_MS);
  return [weekAt(last) - WEEKS_AROUND, weekAt(first) + WEEKS_AROUND];
}

/**
 * Pairs: the missing one, then the most points in each week of the range; the outer ones hold beyond it, too.
 */
export function weekTable(
  { forward, backward, missing }: NumberTerm,
  [low, high]: readonly [number, number],
): Float64Array {
  const table = new Float64Array(2 * (high - low + 2));
  table.set(missing);
  const bounds = [forward, backward].map((points, direction) => mostByWeek(points, missing[direction]!));
  for (let week = low; week <= high; week++) {
    const at = 2 * (week - low + 1);
    table[at] = bounds[0]!(week);
    table[at + 1] = bounds[1]!(week);
  }
  return table;
}

function mostByWeek(points: NumberPoints, missing: number): (week: number) => number {
  const turns = points.knots.map(([x]) => points.c - x * points.unit);
  return (week) => {
    const [from, to] = [week * WEEK_MS, (week + 1) * WEEK_MS];
    const times = [from, to, ...turns.filter((time) => time > from && time < to)];
    return Math.max(...times.map((time) => numberPoints(points, time, missing)));
  };
}

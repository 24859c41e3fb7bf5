/**
 * The meaning of a term over numbers, in plain code. Kernels follow these operations, and tables of small
 * whole numbers are filled by them.
 */
import type { IntervalPoints, NumberPoints } from '../query-program.ts';

type Knots = readonly (readonly [x: number, points: number])[];

/** Weighted points of a row's number; `missing` for NaN, and where the two numbers have no ratio. */
export function numberPoints(term: NumberPoints, value: number, missing: number): number {
  const x = xOf(term, value);
  return Number.isNaN(value) || Number.isNaN(x)
    ? missing
    : weighted(term.weight, along(term.knots, x), missing);
}

function xOf({ x, c, unit }: NumberPoints, value: number): number {
  switch (x) {
    case 'value':
      return value;
    case 'since':
      return Math.max(0, (c - value) / unit);
    case 'from':
      return value - c;
    case 'to':
      return c - value;
    case 'apart':
      return Math.abs(value - c);
    default:
      if (!(value > 0 && c > 0)) return Number.NaN;
      if (x === 'ratio_of') return value / c;
      return x === 'ratio_to' ? c / value : Math.max(value, c) / Math.min(value, c);
  }
}

/** Weighted points of a row's bounds; a NaN bound is absent. */
export function intervalPoints(term: IntervalPoints, low: number, high: number): number {
  if (Number.isNaN(low) && Number.isNaN(high)) return term.missing;
  const row = [
    Number.isNaN(low) ? Number.NEGATIVE_INFINITY : low,
    Number.isNaN(high) ? Number.POSITIVE_INFINITY : high,
  ] as const;
  const seeker = [term.low, term.high] as const;
  const [me, other] = term.seekerIsMe ? [seeker, row] : [row, seeker];
  return weighted(term.weight, along(term.knots, overshoot(me, other, term.overshoot)), term.missing);
}

type Bounds = readonly [low: number, high: number];

function overshoot(me: Bounds, other: Bounds, unit: 'share' | 'absolute'): number {
  const above = me[0] - other[1];
  const below = other[0] - me[1];
  if (above <= 0 && below <= 0) return 0;
  if (unit === 'absolute') return Math.max(above, below);
  const bound = Math.abs(above > 0 ? other[1] : other[0]);
  return bound === 0 ? Number.POSITIVE_INFINITY : Math.max(above, below) / bound;
}

function weighted(weight: number, points: number, missing: number): number {
  return Number.isNaN(points) ? missing : weight * points;
}

/** Piecewise linear, flat beyond the ends. */
export function along(knots: Knots, x: number): number {
  const last = knots.length - 1;
  if (x <= knots[0]![0]) return knots[0]![1];
  if (x >= knots[last]![0]) return knots[last]![1];
  for (let k = 1; k <= last; k++) {
    // Without destructuring, which allocates: a table calls this for every whole number.
    const before = knots[k - 1]!;
    const after = knots[k]!;
    if (x < after[0]) {
      const share = (x - before[0]) / (after[0] - before[0]);
      return before[1] + share * (after[1] - before[1]);
    }
  }
  return Number.NaN;
}

/**
 * The range of whole numbers outside of which the points of both directions are constant, one wider for
 * rounding. null where there is none, or where it is too long for a table.
 */
export function changingRange(
  forward: NumberPoints,
  backward: NumberPoints,
  maxEntries: number,
): readonly [low: number, high: number] | null {
  const [a, b] = [rangeOf(forward), rangeOf(backward)];
  if (a === null || b === null) return null;
  const low = Math.floor(Math.min(a[0], b[0])) - 1;
  const high = Math.ceil(Math.max(a[1], b[1])) + 1;
  return Number.isSafeInteger(low) && Number.isSafeInteger(high) && high - low < maxEntries
    ? [low, high]
    : null;
}

function rangeOf({ x, c, knots }: NumberPoints): readonly [number, number] | null {
  const [first, last] = [knots[0]![0], knots.at(-1)![0]];
  switch (x) {
    case 'value':
      return [first, last];
    case 'from':
      return [c + first, c + last];
    case 'to':
      return [c - last, c - first];
    case 'apart':
      return [c - Math.max(0, last), c + Math.max(0, last)];
    case 'ratio_of':
    case 'ratio':
      // Below 1 whole numbers have no ratio; a last knot of at most 0 is passed at once.
      return c > 0 ? [0, c * Math.max(0, last)] : [0, 0];
    default:
      return null;
  }
}

/** Where the points of a confidence sequence are drawn: pure arithmetic, in a square of `SIZE` units. */
import type { wire } from 'counterpart-client';
import { SIZE } from '../../parts/charts/scale.ts';

type Effect = wire.ExperimentEffect;

interface Result {
  readonly at: string;
  readonly effect: Effect | null;
}

export interface SequencePoint extends Effect {
  readonly at: string;
  readonly x: number;
}

export interface SequenceScale {
  readonly points: readonly SequencePoint[];
  /** Vertical place of a value; values beyond the ends lie on them. */
  readonly y: (value: number) => number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * The first intervals are much wider than the later ones; so the axis ends at this many widths of the last
 * one.
 */
const WIDTHS = 3;

/** null: no interval yet. */
export function sequenceScale(history: readonly Result[]): SequenceScale | null {
  const known = history.flatMap(({ at, effect }) => (effect === null ? [] : [{ at, ...effect }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const room = (WIDTHS * (last.high - last.low)) / 2;
  const lowest = Math.min(0, last.estimate - room);
  const highest = Math.max(0, last.estimate + room);
  const [from, to] = [Date.parse(first.at), Date.parse(last.at)];
  const share = (at: string) => (to === from ? 0 : (Date.parse(at) - from) / (to - from));
  const points = known.map((point) => ({ ...point, x: SIZE * share(point.at) }));
  const y = (value: number) =>
    (SIZE * (highest - Math.min(highest, Math.max(lowest, value)))) / (highest - lowest);
  return { points, y, lowest, highest };
}

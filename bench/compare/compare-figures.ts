/**
 * The figures that moved between the runs of two sides.
 *
 * - With several runs of each side: a figure moved if the bootstrap interval of the ratio of medians leaves 1
 *   out. Under FEW runs of a side that interval is too narrow, so the change must exceed the threshold too.
 * - With one run of a side: a figure moved if its change exceeds the threshold. Nothing says what noise does.
 */
import { median } from '../../src/platform/numeric/statistics.ts';
import type { RunRecord } from '../support/run-record.ts';
import { type Direction, directionOf } from './direction-of.ts';
import { type Figure, figuresOf } from './figures-of.ts';
import { type Ratio, ratioOfMedians } from './ratio-of-medians.ts';

/** Noise alone separates two sides of three runs entirely in 1 of 10 cases, two of five runs in 1 of 126. */
export const FEW = 5;

export interface Compared extends Omit<Figure, 'value'> {
  readonly a: number;
  readonly b: number;
  /** Null where a side is 0 and the other is not. */
  readonly change: Ratio | null;
  readonly direction: Direction | null;
  readonly moved: boolean;
}

export interface Comparison {
  readonly figures: readonly Compared[];
  /** Figures that a run lacks. */
  readonly unpaired: number;
  /** Negative figures, and figures that are 0 in some runs alone: they have no ratio. */
  readonly withoutRatio: number;
}

/** `threshold`: a share; 0.1 is a change by a tenth, up or down. */
export function compareFigures(
  a: readonly RunRecord[],
  b: readonly RunRecord[],
  threshold: number,
): Comparison {
  const [sideA, sideB] = [a.map(figuresOf), b.map(figuresOf)];
  const runs = [...sideA, ...sideB];
  const places = new Set(runs.flatMap((figures) => [...figures.keys()]));
  const paired = [...places].filter((place) => runs.every((figures) => figures.has(place)));
  const figures = paired.map((place) => {
    const valuesOf = (side: typeof sideA) => side.map((run) => run.get(place)!.value);
    return compare(sideA[0]!.get(place)!, valuesOf(sideA), valuesOf(sideB), threshold);
  });
  const comparable = figures.filter((figure) => figure !== null);
  return {
    figures: comparable,
    unpaired: places.size - paired.length,
    withoutRatio: figures.length - comparable.length,
  };
}

function compare(
  { value: _, ...place }: Figure,
  a: readonly number[],
  b: readonly number[],
  threshold: number,
): Compared | null {
  const common = { ...place, a: median(a), b: median(b), direction: directionOf(place) };
  const [isNoneA, isNoneB] = [a, b].map((side) => side.every((value) => value === 0));
  if (isNoneA && isNoneB) return { ...common, change: { ratio: 1, interval: null }, moved: false };
  const [isSomeA, isSomeB] = [a, b].map((side) => side.every((value) => value > 0));
  if ((isNoneA && isSomeB) || (isNoneB && isSomeA)) return { ...common, change: null, moved: true };
  if (!(isSomeA && isSomeB)) return null;
  const change = ratioOfMedians(a, b);
  const isFew = Math.min(a.length, b.length) < FEW;
  return { ...common, change, moved: hasMoved(change, isFew, threshold) };
}

function hasMoved({ ratio, interval }: Ratio, isFew: boolean, threshold: number): boolean {
  // The same change up and down: 1.1 and 1 / 1.1.
  const isLarge = Math.max(ratio, 1 / ratio) > 1 + threshold;
  if (interval === null) return isLarge;
  const [low, high] = interval;
  return (low > 1 || high < 1) && (isLarge || !isFew);
}

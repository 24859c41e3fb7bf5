/**
 * Gradient boosting for log loss (Friedman, 2001) with trees of depth two over binned columns and Newton leaf
 * values, small on purpose.
 */
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import type { Columns } from './pair-features.ts';

const ROUNDS = 80;
const RATE = 0.1;
const BINS = 16;
/** Added to the curvature of a leaf. */
const RIDGE = 10;

interface Split {
  readonly column: number;
  /** Bins up to this one go to the first part. */
  readonly bin: number;
  readonly gain: number;
}

/** Probabilities of all rows [N], learned from `train`. */
export function boostingBaseline(features: Columns, labels: Uint8Array, train: Uint32Array): Float64Array {
  const binned = features.map(binsOf);
  const logOdds = new Float64Array(labels.length);
  const gradient = new Float64Array(labels.length);
  const curvature = new Float64Array(labels.length);
  const all = Uint32Array.from(labels.keys());
  for (let round = 0; round < ROUNDS; round++) {
    for (const n of train) {
      const probability = sigmoid(logOdds[n]!);
      gradient[n] = labels[n]! - probability;
      curvature[n] = probability * (1 - probability);
    }
    const root = bestSplit(binned, train, gradient, curvature);
    for (const side of [true, false]) {
      const inSide = within(binned, root, side);
      const rows = train.filter(inSide);
      const inner = bestSplit(binned, rows, gradient, curvature);
      for (const part of [true, false]) {
        const inPart = within(binned, inner, part);
        const value = RATE * leaf(rows.filter(inPart), gradient, curvature);
        for (const n of all) if (inSide(n) && inPart(n)) logOdds[n]! += value;
      }
    }
  }
  return logOdds.map(sigmoid);
}

function within(binned: readonly Uint8Array[], { column, bin }: Split, first: boolean) {
  const bins = binned[column]!;
  return (n: number) => bins[n]! <= bin === first;
}

function leaf(rows: Uint32Array, gradient: Float64Array, curvature: Float64Array): number {
  let [g, h] = [0, RIDGE];
  for (const n of rows) {
    g += gradient[n]!;
    h += curvature[n]!;
  }
  return g / h;
}

function bestSplit(
  binned: readonly Uint8Array[],
  rows: Uint32Array,
  gradient: Float64Array,
  curvature: Float64Array,
): Split {
  let best: Split = { column: 0, bin: BINS, gain: 0 };
  const [g, h] = [new Float64Array(BINS), new Float64Array(BINS)];
  for (const [column, bins] of binned.entries()) {
    g.fill(0);
    h.fill(0);
    for (const n of rows) {
      g[bins[n]!]! += gradient[n]!;
      h[bins[n]!]! += curvature[n]!;
    }
    const [allG, allH] = [g, h].map((sums) => sums.reduce((a, b) => a + b, 0)) as [number, number];
    let [firstG, firstH] = [0, 0];
    for (let bin = 0; bin < BINS - 1; bin++) {
      firstG += g[bin]!;
      firstH += h[bin]!;
      const gain =
        firstG ** 2 / (firstH + RIDGE) +
        (allG - firstG) ** 2 / (allH - firstH + RIDGE) -
        allG ** 2 / (allH + RIDGE);
      if (gain > best.gain) best = { column, bin, gain };
    }
  }
  return best;
}

/** Bin of each value by quantiles of the column. */
function binsOf(column: Float64Array): Uint8Array {
  const sorted = column.slice().sort();
  const ends = Array.from(
    { length: BINS - 1 },
    (_, n) => sorted[Math.floor(((n + 1) * sorted.length) / BINS)]!,
  );
  return Uint8Array.from(column, (value) => ends.filter((end) => value > end).length);
}

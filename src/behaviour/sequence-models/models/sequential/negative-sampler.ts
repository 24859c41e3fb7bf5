/**
 * Samples the negatives of a step, which all its targets share, for catalogues too large for a full softmax.
 * Items are sampled with replacement, by the square root of their popularity
 * (docs/design/decisions/sequence-models.md). The loss corrects the sampling bias by log q (Bengio, Senecal
 * 2008), q being an item's probability of one draw.
 *
 * K items of the tables, S negatives, P targets.
 */

import type { Batch } from '../../../../engines/tensor/training/batch.ts';
import { randomUniform } from '../../../../platform/numeric/random-streams.ts';

export interface NegativeSampler {
  /**
   * The inputs `negatives` [S], `negative-log-q` [S] and `target-log-q` [P] of a step. `targets`: rows of the
   * tables [P].
   */
  sample(step: number, targets: Int32Array): Batch;
  /** The log-probability of one draw of each row. */
  logQOf(rows: Int32Array): Batch[string];
}

/** `counts`: the number of events of each row of the tables, at least 1 [K]; `size`: S. */
export function negativeSampler(counts: Float64Array, size: number, seed: number): NegativeSampler {
  const weights = counts.map((count) => Math.sqrt(count));
  const sums = weights.slice();
  for (let row = 1; row < sums.length; row++) sums[row]! += sums[row - 1]!;
  const total = sums.at(-1)!;
  const logQ = Float32Array.from(weights, (weight) => Math.log(weight / total));
  const logQOf = (rows: Int32Array) => ({
    values: Float32Array.from(rows, (row) => logQ[row]!),
    shape: [rows.length],
  });
  return {
    logQOf,
    sample: (step, targets) => {
      const uniform = randomUniform(seed, `negatives ${step}`, size);
      const rows = Int32Array.from(uniform, (share) => firstAbove(sums, share * total));
      return {
        negatives: { values: rows, shape: [size] },
        'negative-log-q': logQOf(rows),
        'target-log-q': logQOf(targets),
      };
    },
  };
}

/** The first position of an ascending array whose value is greater; the last one if none is. */
function firstAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

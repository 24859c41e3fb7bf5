/**
 * Only ratios of weights matter, so they are scaled to mean 1. Callers may send any weight above 0, and a
 * product with a polarity may underflow. A lower bound keeps sums, products and quotients of weights in the
 * range of float64.
 */
import { mean } from '../../../platform/numeric/statistics.ts';

const LEAST_SHARE = 1e-6;

/** Mean about 1, none below `LEAST_SHARE`; all 1 where no weight is above 0. */
export function relativeWeights(given: ArrayLike<number>): Float64Array {
  const weights = Float64Array.from(given);
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (heaviest === 0) return weights.fill(1);
  // Divides by the maximum first: the sum of subnormal or very large weights would be inexact.
  const shares = weights.map((weight) => weight / heaviest);
  const middle = mean(shares);
  return shares.map((share) => Math.max(LEAST_SHARE, share / middle));
}

/**
 * Only ratios of weights matter, so they are scaled to mean 1. Callers may send any weight above 0, and a
 * product with a polarity may underflow. A lower bound keeps sums, products and quotients of weights in the
 * range of float64.
 */
import { mean } from '../../numeric/statistics.ts';

const LEAST_SHARE = 1e-6;

/** Mean about 1, none below `LEAST_SHARE`; all 1 where no weight is above 0. */
export function relativeWeights(weights: readonly number[]): Float64Array {
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (heaviest === 0) return new Float64Array(weights.length).fill(1);
  // Divides by the maximum first: the sum of subnormal or very large weights would be inexact.
  const shares = Float64Array.from(weights, (weight) => weight / heaviest);
  const middle = mean(shares);
  return shares.map((share) => Math.max(LEAST_SHARE, share / middle));
}

/**
 * Weights count beside each other alone, so a set has them with mean 1. Callers may send any weight above 0, and a
 * product with a polarity may underflow; none is let below a share of the mean at which sums, products and quotients of
 * weights stay far from the ends of what numbers can hold.
 */
const LEAST_SHARE = 1e-6;

/** Mean about 1, none below `LEAST_SHARE`; all 1 where none is above 0. */
export function relativeWeights(weights: readonly number[]): Float64Array {
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (heaviest === 0) return new Float64Array(weights.length).fill(1);
  // By the heaviest first: a sum of subnormal numbers, or of very large ones, would lose them.
  const shares = Float64Array.from(weights, (weight) => weight / heaviest);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return shares.map((share) => Math.max(LEAST_SHARE, share / mean));
}

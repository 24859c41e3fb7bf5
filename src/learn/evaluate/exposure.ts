/** Exposure: how evenly recommendations spread over the people who can be recommended. */

/**
 * Gini coefficient of the number of times each person was shown: 0 when all are equal, near 1 when one person
 * gets all. G = Σ (2i − n − 1) xᵢ / (n Σ xᵢ) over the sorted counts, i from 1. Includes people with count 0.
 * NaN where all counts are 0.
 */
export function gini(counts: Float64Array): number {
  const sorted = counts.toSorted();
  const total = sorted.reduce((sum, count) => sum + count, 0);
  const weighted = sorted.reduce((sum, count, n) => sum + (2 * (n + 1) - sorted.length - 1) * count, 0);
  return weighted / (sorted.length * total);
}

/** Share of people with a count above 0; NaN for no people. */
export function coverage(counts: Float64Array): number {
  return counts.reduce((shown, count) => shown + (count > 0 ? 1 : 0), 0) / counts.length;
}

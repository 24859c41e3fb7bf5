/** Who gets seen: how evenly recommendations spread over those who could be recommended. */

/**
 * Gini coefficient of how often each person was shown: 0 when all equally, near 1 when one person gets everything.
 * G = Σ (2i − n − 1) xᵢ / (n Σ xᵢ) over the sorted counts, i from 1. People never shown count with 0. NaN where
 * nobody was shown.
 */
export function gini(counts: Float64Array): number {
  const sorted = counts.toSorted();
  const total = sorted.reduce((sum, count) => sum + count, 0);
  const weighted = sorted.reduce((sum, count, n) => sum + (2 * (n + 1) - sorted.length - 1) * count, 0);
  return weighted / (sorted.length * total);
}

/** The share of people who were shown at all; NaN where there is nobody. */
export function coverage(counts: Float64Array): number {
  return counts.reduce((shown, count) => shown + (count > 0 ? 1 : 0), 0) / counts.length;
}

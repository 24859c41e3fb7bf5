/** Statistics of plain lists. Sums add up in the order of the values. */

/** NaN for an empty list. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let n = 0; n < values.length; n++) sum += values[n]!;
  return sum / values.length;
}

/** Σ(x - mean)². */
export function sumOfSquaredDeviations(values: ArrayLike<number>): number {
  const middle = mean(values);
  let squares = 0;
  for (let n = 0; n < values.length; n++) squares += (values[n]! - middle) ** 2;
  return squares;
}

/** Standard deviation of the values as the whole population: √(Σ(x - mean)² / N). NaN for an empty list. */
export function standardDeviation(values: ArrayLike<number>): number {
  return Math.sqrt(sumOfSquaredDeviations(values) / values.length);
}

/** Standard error of the mean of a sample: √(Σ(x - mean)² / (N - 1) / N). 0 for one value. */
export function standardError(values: ArrayLike<number>): number {
  const N = values.length;
  return Math.sqrt(sumOfSquaredDeviations(values) / Math.max(1, N - 1) / N);
}

/** The middle value, or the mean of the middle two. NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/**
 * Nearest rank: the smallest of ascending values with at least `share` of them at or below it. NaN for none.
 */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[Math.min(sorted.length, rank) - 1] ?? Number.NaN;
}

/** `quantileOfSorted` of values in any order. */
export function quantile(values: readonly number[], share: number): number {
  return quantileOfSorted(Float64Array.from(values).sort(), share);
}

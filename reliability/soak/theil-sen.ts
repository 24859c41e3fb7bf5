/**
 * Slope of a line through points, by the median of the slopes of all pairs (Theil 1950), with the interval of
 * Sen (1968). It bears outliers, such as a collection of garbage. The interval assumes independent errors.
 * Errors of memory are not independent, so it is narrower than it should be. The limit that it is compared
 * with must leave room.
 */
export interface Slope {
  readonly slope: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided, 95 %. */
const Z = 1.959964;

/** N points; at least three. */
export function theilSen(x: readonly number[], y: readonly number[]): Slope {
  const count = x.length;
  if (count < 3 || y.length !== count)
    throw new Error(`expected at least 3 points, given ${count} and ${y.length}`);
  const slopes: number[] = [];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) if (x[a] !== x[b]) slopes.push((y[b]! - y[a]!) / (x[b]! - x[a]!));
  }
  slopes.sort((a, b) => a - b);
  const spread = Z * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  const low = Math.max(0, Math.floor((slopes.length - spread) / 2));
  return { slope: median(slopes), low: slopes[low]!, high: slopes[slopes.length - 1 - low]! };
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

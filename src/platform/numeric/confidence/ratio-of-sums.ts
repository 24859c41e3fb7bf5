/**
 * The mean of an arm as a ratio of sums over its units: positive outcomes per shown candidate, mutual matches
 * per seeker and day. A unit is a seeker, a cluster, or a cluster on a day, which was assigned to the arm as
 * a whole.
 *
 *   N     units
 *   y_i   the numerator of unit i; x_i its denominator
 *   R     = Σ y_i / Σ x_i
 *
 * The variance is robust to any dependence within a unit, by linearization (Cochran 1977, section 6.3):
 *
 *   Var R ≈ N / (N - 1) · Σ (y_i - R x_i)² / (Σ x_i)²
 */
export interface UnitSums {
  readonly numerator: number;
  readonly denominator: number;
}

export interface RatioEstimate {
  readonly units: number;
  /** Units with a numerator other than 0. */
  readonly unitsWithEvents: number;
  readonly numerator: number;
  readonly denominator: number;
  /** NaN where the denominator is 0. */
  readonly ratio: number;
  /** NaN with fewer than two units. */
  readonly standardError: number;
}

export function ratioOfSums(units: Iterable<UnitSums>): RatioEstimate {
  let [N, unitsWithEvents, sumY, sumX, yy, xy, xx] = [0, 0, 0, 0, 0, 0, 0];
  for (const { numerator: y, denominator: x } of units) {
    N += 1;
    if (y !== 0) unitsWithEvents += 1;
    sumY += y;
    sumX += x;
    yy += y * y;
    xy += x * y;
    xx += x * x;
  }
  const ratio = sumY / sumX;
  // Σ (y - R x)², which rounding may bring just below 0.
  const squares = Math.max(0, yy - 2 * ratio * xy + ratio * ratio * xx);
  const standardError = N < 2 ? Number.NaN : Math.sqrt((N / (N - 1)) * squares) / sumX;
  return { units: N, unitsWithEvents, numerator: sumY, denominator: sumX, ratio, standardError };
}

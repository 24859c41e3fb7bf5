/** Columns of a curve over a positive number whose scale is its logarithm: days since something happened. */

/**
 * Writes the shares (sum 1) of the two knots around `value`, linear in the logarithm. Outside of the knots
 * all is on the first or the last one. `knots`: ascending, above 0. `shares`: as many zeros as knots, or
 * more.
 */
export function writeLogShares(shares: Float64Array, knots: readonly number[], value: number): void {
  const kept = Math.min(knots.at(-1)!, Math.max(knots[0]!, value));
  const above = Math.max(
    1,
    knots.findIndex((knot) => knot >= kept),
  );
  const [low, high] = [Math.log(knots[above - 1]!), Math.log(knots[above]!)];
  const share = (Math.log(kept) - low) / (high - low);
  shares[above - 1] = 1 - share;
  shares[above] = share;
}

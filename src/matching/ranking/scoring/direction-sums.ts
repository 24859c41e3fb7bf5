/** Log-odds of both directions of many candidates. */

/** Sums of points by row [N], log-odds; `backward` is null for one-directional scoring. */
export interface DirectionSums {
  readonly forward: Float64Array;
  readonly backward: Float64Array | null;
}

/** Adds `more` to `sums`; `backward` only where the latter has one. */
export function addSums({ forward, backward }: DirectionSums, sums: DirectionSums): void {
  add(forward, sums.forward);
  if (sums.backward !== null) add(backward ?? forward, sums.backward);
}

function add(points: Float64Array, sums: Float64Array): void {
  for (let n = 0; n < sums.length; n++) sums[n]! += points[n]!;
}

/**
 * How much more a group of people takes each item than all people do. The share of an item in the group is
 * shrunk to its share p among all: (n + α p) / (N + α), with n of N taken by the group. α is the number of
 * takings that popularity is worth; it is the one of `STRENGTHS` under which each taking of the group is the
 * most likely by the others (leave-one-out likelihood of a Dirichlet prior), so that a group that differs from
 * nothing has ratios near 1.
 *
 * I items.
 */
import type { PopularItems } from './popular-items.ts';

const STRENGTHS = [10, 30, 100, 300, 1000, 3000, 10_000, 100_000];
/** The takings that an item is given, so that no share is 0. */
const SMOOTHING = 0.5;

/** By item, in (0, 1); they add up to 1 [I]. */
export function sharesOf({ takers, total }: PopularItems): Float64Array {
  const sum = total + SMOOTHING * takers.length;
  return takers.map((count) => (count + SMOOTHING) / sum);
}

/** By item: the logarithm of the group's shrunk share over the share among all [I]. */
export function shrunkRatios(all: PopularItems, group: PopularItems): Float32Array {
  const shares = sharesOf(all);
  const strength = bestStrength(all, group);
  return Float32Array.from(shares, (share, item) =>
    Math.log((group.takers[item]! / share + strength) / (group.total + strength)),
  );
}

function bestStrength(all: PopularItems, group: PopularItems): number {
  let best = { strength: STRENGTHS.at(-1)!, likelihood: Number.NEGATIVE_INFINITY };
  for (const strength of STRENGTHS) {
    const likelihood = leftOutLikelihood(all, group, strength);
    if (likelihood > best.likelihood) best = { strength, likelihood };
  }
  return best.strength;
}

/** The sum of the log-probabilities of the group's takings, each by all others. */
function leftOutLikelihood(all: PopularItems, group: PopularItems, strength: number): number {
  const sum = all.total - 1 + SMOOTHING * all.takers.length;
  let likelihood = 0;
  for (let item = 0; item < group.takers.length; item++) {
    const count = group.takers[item]!;
    if (count === 0) continue;
    const share = (all.takers[item]! - 1 + SMOOTHING) / sum;
    likelihood += count * Math.log((count - 1 + strength * share) / (group.total - 1 + strength));
  }
  return likelihood;
}

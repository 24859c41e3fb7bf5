/**
 * Bounds the weights that callers send, so that a few senders cannot outweigh all others (winsorising; Tukey
 * 1962, "The Future of Data Analysis"). The frozen set is bounded as a whole, so fit and validation see the
 * same weights. The polarity of a label, which the operator declares, is not bounded.
 *
 * outcome     at most `MOST_OVER_MEDIAN` times the median weight: retention 5 beside clicks 0.25 stays whole
 * group       the n outcomes of one key, one seeker or one candidate weigh together at most
 *               max((f + e/√n) · n · m, s · W), where m is the mean weight and W the total weight of all other
 *               outcomes. e/√n leaves room for chance, in standard errors of a mean whose values spread as much
 *               as their mean. s is the share of W that any group may have, so that a rare kind of outcome,
 *               such as conversions from another system with its own key, keeps its weight.
 *
 * The bounds of groups are repeated until they hold, because a bounded group lowers the mean of the others. A
 * group that has all outcomes has no others, and is not bounded: a product with one key learns as it sends.
 * It cannot bound several keys that act together, nor more than half of all outcomes.
 */
import { quantileOfSorted } from '../../../platform/numeric/statistics.ts';

export const MOST_OVER_MEDIAN = 20;
/** `factor` is f, `errors` e and `share` s above. People differ more than keys do. */
const OF_A_KEY = { factor: 1.2, errors: 2, share: 0.25 };
const OF_A_PERSON = { factor: 1.5, errors: 3, share: 0.02 };
const MAX_ROUNDS = 30;
/** A bound holds when it is exceeded by no more than this share. */
const TOLERANCE = 1e-6;

/** The group of each outcome [N], as numbers from 0. */
export interface OutcomeGroups {
  readonly keys: Uint32Array;
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
}

export interface BoundedWeights {
  /** Share of the sent weight that counts, 0..1 [N]. */
  readonly factors: Float64Array;
  /** Outcomes above the bound of a single outcome. */
  readonly overMedian: number;
}

/** `weights`: as sent, above 0, finite [N]. */
export function boundWeights(weights: Float64Array, groups: OutcomeGroups): BoundedWeights {
  const most = weights.length === 0 ? 0 : MOST_OVER_MEDIAN * quantileOfSorted(weights.toSorted(), 0.5);
  const bounded = weights.map((weight) => Math.min(weight, most));
  const sorts = [
    { of: groups.keys, bound: OF_A_KEY },
    { of: groups.seekers, bound: OF_A_PERSON },
    { of: groups.candidates, bound: OF_A_PERSON },
  ];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const factors = sorts.map(({ of, bound }) => groupFactors(bounded, of, bound));
    if (factors.every((factor) => factor === null)) break;
    for (let row = 0; row < bounded.length; row++) {
      let least = 1;
      for (const [sort, one] of factors.entries())
        if (one !== null) least = Math.min(least, one[sorts[sort]!.of[row]!]!);
      bounded[row]! *= least;
    }
  }
  return {
    factors: bounded.map((weight, row) => weight / weights[row]!),
    overMedian: weights.reduce((count, weight) => count + Number(weight > most), 0),
  };
}

/** By group, in (0, 1]; null: no group exceeds its bound. */
function groupFactors(
  weights: Float64Array,
  groups: Uint32Array,
  { factor, errors, share }: typeof OF_A_KEY,
): Float64Array | null {
  const size = groups.reduce((most, group) => Math.max(most, group + 1), 0);
  const totals = new Float64Array(size);
  const counts = new Float64Array(size);
  let total = 0;
  for (const [row, group] of groups.entries()) {
    totals[group]! += weights[row]!;
    counts[group]! += 1;
    total += weights[row]!;
  }
  const factors = new Float64Array(size).fill(1);
  let exceeded = false;
  for (const [group, own] of totals.entries()) {
    const count = counts[group]!;
    const others = groups.length - count;
    if (count === 0 || others === 0) continue;
    const rest = Math.max(0, total - own);
    const ordinary = (count * rest) / others;
    const most = Math.max((factor + errors / Math.sqrt(count)) * ordinary, share * rest);
    if (own <= most * (1 + TOLERANCE) || most === 0) continue;
    factors[group] = most / own;
    exceeded = true;
  }
  return exceeded ? factors : null;
}

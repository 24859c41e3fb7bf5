/**
 * Exposure: the share of the catalogue that appears in any list (coverage), and the inequality of appearances
 * (Gini). Gini is 0 if all are equal, and near 1 if one item has all. Items without an appearance count with
 * 0.
 *
 * Intervals are those of the jackknife (Efron and Stein 1981): value ± 1.96 √((N − 1)/N Σ (θ₋ₙ − θ̄)²), θ₋ₙ
 * the value without person n. One pass over the lists computes all θ₋ₙ. A bootstrap would be biased
 * (docs/design/decisions/sequence-models.md).
 *
 * N people, I items, L items of a list, c appearances of an item. G = Σᵢ<ⱼ |cᵢ − cⱼ| / (I Σ c).
 */
import { sumOfSquaredDeviations } from '../../../platform/numeric/statistics.ts';
import type { Measure } from './bootstrap-means.ts';
import type { Ranked } from './rank-targets.ts';
import { NO_ITEM } from './ranker.ts';

export interface Exposure {
  readonly coverage: Measure;
  readonly gini: Measure;
}

const Z = 1.959964;

/** nulls if the value is undefined, or the interval if there are fewer than two people. */
export function measureExposure({ lists, ranks }: Pick<Ranked, 'lists' | 'ranks'>, I: number): Exposure {
  const N = ranks.length;
  const counts = new Uint32Array(I);
  for (const item of lists) if (item !== NO_ITEM) counts[item]!++;
  const shown = counts.reduce((sum, count) => sum + count, 0);
  const seen = counts.reduce((sum, count) => sum + Number(count > 0), 0);
  const below = itemsBelow(counts);
  const spread = spreadOf(counts);
  const without = { coverage: new Float64Array(N), gini: new Float64Array(N) };
  const L = lists.length / Math.max(1, N);
  for (let n = 0; n < N; n++) {
    const list = lists.subarray(n * L, (n + 1) * L).filter((item) => item !== NO_ITEM);
    const alone = list.reduce((sum, item) => sum + Number(counts[item] === 1), 0);
    without.coverage[n] = (seen - alone) / I;
    without.gini[n] = (spread + changeWithout(list, counts, below)) / (I * (shown - list.length));
  }
  return {
    coverage: jackknife(seen / I, without.coverage),
    gini: jackknife(spread / (I * shown), without.gini),
  };
}

/** Σᵢ<ⱼ |cᵢ − cⱼ| */
function spreadOf(counts: Uint32Array): number {
  return counts
    .toSorted()
    .reduce((sum, count, rank) => sum + (2 * (rank + 1) - counts.length - 1) * count, 0);
}

/** For every count c up to the maximum + 1: the number of items with fewer than c appearances [max + 2]. */
function itemsBelow(counts: Uint32Array): Float64Array {
  const max = counts.reduce((high, count) => Math.max(high, count), 0);
  const below = new Float64Array(max + 2);
  for (const count of counts) below[count + 1]!++;
  for (let count = 1; count < below.length; count++) below[count]! += below[count - 1]!;
  return below;
}

/**
 * The change of the spread if each item of the list has one appearance less. Its distance to an item with
 * fewer appearances falls by one; its distance to any other item grows by one. Two items of the list with
 * equal counts keep their distance.
 */
function changeWithout(list: Uint32Array, counts: Uint32Array, below: Float64Array): number {
  let change = 0;
  for (let a = 0; a < list.length; a++) {
    const count = counts[list[a]!]!;
    change += counts.length - 1 - 2 * below[count]!;
    for (let b = 0; b < a; b++) if (counts[list[b]!] === count) change -= 2;
  }
  return change;
}

function jackknife(value: number, without: Float64Array): Measure {
  const N = without.length;
  if (Number.isNaN(value) || N < 2)
    return { value: Number.isNaN(value) ? null : value, low: null, high: null };
  const half = Z * Math.sqrt(((N - 1) / N) * sumOfSquaredDeviations(without));
  return { value, low: Math.max(0, value - half), high: Math.min(1, value + half) };
}

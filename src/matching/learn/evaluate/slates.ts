/**
 * nDCG@k and hit rate@k over slates. A slate is a list that one seeker was shown and decided on (or, where a
 * catalogue is ranked, all its items). Equal scores have no order, so both metrics are the expectation over
 * all orders of the ties (McSherry and Najork 2008). A constant scorer therefore scores as well as chance,
 * whatever the order of the rows.
 */
import type { Statistic } from './cluster-bootstrap.ts';
import { meanByCluster } from './mean-by-cluster.ts';

/** M slates over N scored pairs. */
export interface Slates {
  /** Higher is better [N]. */
  readonly scores: Float64Array;
  /** Gain of the pair; 0 for none [N]. */
  readonly gains: Float64Array;
  /** Slate m holds the pairs starts[m] to starts[m + 1] − 1 [M + 1]. */
  readonly starts: Uint32Array;
  /** Cluster (seeker) of the slate [M]. */
  readonly clusters: Uint32Array;
}

/** Mean over the slates that contain a gain. */
export function ndcgAt(k: number, slates: Slates): Statistic {
  return meanOverSlates(slates, (scores, gains) => slateNdcg(scores, gains, k));
}

/** The share of slates with at least one gain above 0 among the first k, of those that have one at all. */
export function hitRateAt(k: number, slates: Slates): Statistic {
  return meanOverSlates(slates, (scores, gains) => slateHitRate(scores, gains, k));
}

/** In [0, 1]; NaN where no pair has a gain. Discount 1 / log2(rank + 1). */
export function slateNdcg(scores: Float64Array, gains: Float64Array, k: number): number {
  const wanted: number[] = [];
  for (let row = 0; row < gains.length; row++) if (gains[row] !== 0) wanted.push(row);
  const best = Float64Array.from(wanted, (row) => gains[row]!)
    .sort()
    .reverse();
  const ideal = best.reduce((sum, gain, n) => sum + gain * discount(n, k), 0);
  if (ideal === 0) return Number.NaN;
  const sum = wanted.length <= MOST_COUNTED ? countedGain : sortedGain;
  return sum(scores, gains, k, wanted) / ideal;
}

/** With more gains than this, sorting the list is cheaper than counting what stands above each. */
const MOST_COUNTED = 20;

/** The discounted gains, each at the mean discount of the ranks of its ties. */
function countedGain(
  scores: Float64Array,
  gains: Float64Array,
  k: number,
  wanted: readonly number[],
): number {
  let sum = 0;
  for (const row of wanted) {
    const own = scores[row]!;
    let [above, ties] = [0, 0];
    for (let other = 0; other < scores.length; other++) {
      if (scores[other]! > own) above += 1;
      else if (scores[other] === own) ties += 1;
    }
    for (let rank = above; rank < Math.min(above + ties, k); rank++)
      sum += (gains[row]! * discount(rank, k)) / ties;
  }
  return sum;
}

function sortedGain(scores: Float64Array, gains: Float64Array, k: number): number {
  let sum = 0;
  for (const { from, to, rows } of tieGroups(scores, k)) {
    const mean = rows.reduce((total, row) => total + gains[row]!, 0) / (to - from);
    for (let rank = from; rank < Math.min(to, k); rank++) sum += mean * discount(rank, k);
  }
  return sum;
}

/** P(at least one gain above 0 in the first k): 0 or 1 without ties, the hypergeometric share with them. */
export function slateHitRate(scores: Float64Array, gains: Float64Array, k: number): number {
  if (!gains.some((gain) => gain > 0)) return Number.NaN;
  for (const { from, to, rows } of tieGroups(scores, k)) {
    const hits = rows.reduce((count, row) => count + (gains[row]! > 0 ? 1 : 0), 0);
    if (hits > 0) return 1 - chanceOfNone(to - from, hits, Math.min(to, k) - from);
  }
  return 0;
}

function discount(rank: number, k: number): number {
  return rank < k ? 1 / Math.log2(rank + 2) : 0;
}

/** P(none of `hits` marked among `taken` drawn of `size` without replacement). */
function chanceOfNone(size: number, hits: number, taken: number): number {
  let chance = 1;
  for (let n = 0; n < taken; n++) chance *= Math.max(0, size - hits - n) / (size - n);
  return chance;
}

/**
 * Groups of rows with equal scores, best first, with the ranks from … to − 1 (from 0). Only groups that begin
 * above rank k: scores below the kth are never sorted, because a catalogue is long and k is short.
 */
function* tieGroups(
  scores: Float64Array,
  k: number,
): Generator<{ from: number; to: number; rows: readonly number[] }> {
  const least = k < scores.length ? scores.toSorted()[scores.length - k]! : Number.NEGATIVE_INFINITY;
  const order: number[] = [];
  for (let row = 0; row < scores.length; row++) if (scores[row]! >= least) order.push(row);
  order.sort((a, b) => scores[b]! - scores[a]!);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && scores[order[to]!] === scores[order[from]!]) to++;
    yield { from, to, rows: order.slice(from, to) };
  }
}

function meanOverSlates(
  { scores, gains, starts, clusters }: Slates,
  measure: (scores: Float64Array, gains: Float64Array) => number,
): Statistic {
  const values = Float64Array.from(clusters, (_, m) => {
    const [start, end] = [starts[m]!, starts[m + 1]!];
    return measure(scores.subarray(start, end), gains.subarray(start, end));
  });
  return meanByCluster(values, new Float64Array(values.length).fill(1), clusters);
}

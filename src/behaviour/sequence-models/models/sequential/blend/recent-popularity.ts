/**
 * Recent popularity: the events of an item inside a trailing window, of which each weighs 1 − age / window.
 * Ages count from the newest event, so that the same data give the same numbers at any time.
 *
 * The window is chosen on validation cases, by the nDCG@10 of recent popularity alone.
 *
 * I items, N cases.
 */
import { mean } from '../../../../../platform/numeric/statistics.ts';
import { ndcgAt } from '../../../evaluation/rank-metrics.ts';
import type { Histories } from '../../../histories/histories.ts';
import { relativeWeights } from '../../../histories/relative-weights.ts';
import { type Cases, caseCount, targetItem } from '../../../splits/split.ts';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = [1, 3, 7, 14, 30, 60, 120, 360] as const;
const CUTOFF = 10;

/** The decayed number of events of each item, by the weights of their kinds [I]. */
export function recentCounts(train: Histories, windowDays: number): Float32Array {
  const { items, timestampsMs, itemIds } = train;
  const weights = relativeWeights(train);
  const newestMs = timestampsMs.reduce((latest, at) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  const counts = new Float64Array(itemIds.length);
  for (const [at, item] of items.entries())
    counts[item]! +=
      (weights?.[at] ?? 1) * Math.max(0, 1 - (newestMs - timestampsMs[at]!) / (windowDays * DAY_MS));
  return Float32Array.from(counts);
}

/** The feature of a part that counts events: log(1 + count) [I]. */
export function countFeature(counts: Float32Array): Float32Array {
  return counts.map((count) => Math.log1p(count));
}

export interface RecentPopularity {
  readonly windowDays: number;
  /** [I] */
  readonly counts: Float32Array;
}

/** Among equally good windows the longest one. */
export function chooseRecentPopularity(
  train: Histories,
  cases: Cases,
  seen: 'masked' | 'ranked',
): RecentPopularity {
  let best: (RecentPopularity & { readonly ndcg: number }) | null = null;
  for (const windowDays of WINDOW_DAYS) {
    const counts = recentCounts(train, windowDays);
    const ndcg = ndcgOf(counts, cases, seen);
    if (best === null || ndcg >= best.ndcg) best = { windowDays, counts, ndcg };
  }
  return best!;
}

/** The nDCG@10 of a ranking that is the same for all histories. A tie gets its middle rank. */
export function ndcgOf(scores: Float32Array, cases: Cases, seen: 'masked' | 'ranked'): number {
  if (caseCount(cases) === 0) return 0;
  const { above, tied } = standings(scores);
  const ranks = Float64Array.from({ length: caseCount(cases) }, (_, which) => {
    const target = targetItem(cases, which);
    const masked = seen === 'masked' ? historyOf(cases, which) : new Set<number>();
    if (masked.has(target)) return Number.POSITIVE_INFINITY;
    let [higher, equal] = [above[target]!, tied[target]!];
    for (const item of masked) {
      if (scores[item]! > scores[target]!) higher--;
      else if (scores[item] === scores[target]) equal--;
    }
    return 1 + higher + equal / 2;
  });
  return mean(ndcgAt(ranks, CUTOFF));
}

/** By item: how many others have a higher score, and how many the same [I]. */
function standings(scores: Float32Array) {
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!);
  const [above, tied] = [new Uint32Array(scores.length), new Uint32Array(scores.length)];
  for (let first = 0, next = 0; first < order.length; first = next) {
    while (next < order.length && scores[order[next]!] === scores[order[first]!]) next++;
    for (const item of order.subarray(first, next)) {
      above[item] = first;
      tied[item] = next - first - 1;
    }
  }
  return { above, tied };
}

function historyOf({ histories, people, ends }: Cases, which: number): ReadonlySet<number> {
  const start = histories.offsets[people[which]!]!;
  return new Set(histories.items.subarray(start, ends[which]!));
}

/**
 * Popularity: the number of events of each item, over all time or over the last days. Where kinds of events have
 * weights, an event counts by them (`histories/relative-weights.ts`).
 */
import type { ScoringRanker } from '../evaluation/ranker.ts';
import { batchSize } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { relativeWeights } from '../histories/relative-weights.ts';

const DAY_MS = 86_400_000;

/** The number of events of each item from `fromMs` up to, not including, `toMs` [I]. */
export function countItems(
  histories: Histories,
  fromMs = Number.NEGATIVE_INFINITY,
  toMs = Number.POSITIVE_INFINITY,
): Float64Array {
  const { items, timestampsMs, itemIds } = histories;
  const counts = new Float64Array(itemIds.length);
  const relative = relativeWeights(histories);
  for (let at = 0; at < items.length; at++)
    if (timestampsMs[at]! >= fromMs && timestampsMs[at]! < toMs) counts[items[at]!]! += relative?.[at] ?? 1;
  return counts;
}

/** The number of events of each item, whatever their kinds weigh [I]. */
export function eventCounts({ items, itemIds }: Pick<Histories, 'items' | 'itemIds'>): Float64Array {
  const counts = new Float64Array(itemIds.length);
  for (const item of items) counts[item]!++;
  return counts;
}

export function popularity(train: Histories): ScoringRanker {
  return constantRanker('popularity', countItems(train));
}

/** Popularity over the last `days` days before `toMs`, milliseconds since 1970. */
export function recentPopularity(train: Histories, toMs: number, days: number): ScoringRanker {
  return constantRanker(recentPopularityName(days), countItems(train, toMs - days * DAY_MS, toMs));
}

export function recentPopularityName(days: number): string {
  return `popularity, last ${days} days`;
}

/** A ranker whose scores do not depend on the history. */
export function constantRanker(name: string, scores: Float64Array): ScoringRanker {
  return {
    name,
    score: (batch) => {
      const rows = new Float64Array(batchSize(batch) * scores.length);
      for (let row = 0; row < batchSize(batch); row++) rows.set(scores, row * scores.length);
      return rows;
    },
  };
}

/**
 * Item-kNN, in the two forms that its published and measured figures have.
 *
 * Plain: every candidate has its 20 nearest items, and scores the cosines of those that are in the history (the other
 * way round, candidates among the nearest of the history's items, is worse: on ML-1M R@10 .073 in place of .086).
 *
 * Recency: every item of the history speaks for all that are like it, the last one loudest: the one before it counts
 * e^(−1/τ) of it. There is no cut at 20 here (on ML-1M R@10 .144 with it, .175 without).
 */
import { batchSize, type HistoryBatch, type ScoringRanker } from '../evaluation/ranker.ts';
import type { ItemLikeness, LikenessRow } from './item-likeness.ts';
import { itemWeight } from './item-weights.ts';

/** Smaller weights move nothing but ties. */
const LEAST_WEIGHT = 1e-9;

export function nearestItemsRanker(likeness: ItemLikeness, width = 20): ScoringRanker {
  const speaksFor = flipRows(
    Array.from({ length: likeness.itemCount }, (_, item) => nearest(likeness.row(item), width)),
  );
  return {
    name: 'item-kNN',
    score: (batch) => addUp(batch, likeness.itemCount, (item) => speaksFor[item]!, null),
  };
}

export function recentItemsRanker(likeness: ItemLikeness, tau = 1): ScoringRanker {
  return {
    name: 'item-kNN, recency',
    score: (batch) => addUp(batch, likeness.itemCount, likeness.row, tau),
  };
}

function addUp(
  batch: HistoryBatch,
  I: number,
  rowOf: (item: number) => LikenessRow,
  recency: number | null,
): Float64Array {
  const scores = new Float64Array(batchSize(batch) * I);
  for (let row = 0; row < batchSize(batch); row++) {
    const end = batch.offsets[row + 1]!;
    for (let at = end - 1; at >= batch.offsets[row]!; at--) {
      const weight = itemWeight(recency, end - 1 - at);
      if (weight < LEAST_WEIGHT) break;
      const { items, cosines } = rowOf(batch.items[at]!);
      for (let n = 0; n < items.length; n++) scores[row * I + items[n]!]! += weight * cosines[n]!;
    }
  }
  return scores;
}

/** The `width` highest cosines; of equal ones the lower item numbers. */
function nearest({ items, cosines }: LikenessRow, width: number): LikenessRow {
  const order = Uint32Array.from(items.keys())
    .sort((a, b) => cosines[b]! - cosines[a]! || items[a]! - items[b]!)
    .subarray(0, width);
  return {
    items: order.map((n) => items[n]!),
    cosines: Float64Array.from(order, (n) => cosines[n]!),
  };
}

/** Who names an item among its own: rows turned into columns. */
function flipRows(rows: readonly LikenessRow[]): readonly LikenessRow[] {
  const named = rows.map(() => ({ items: [] as number[], cosines: [] as number[] }));
  for (const [candidate, { items, cosines }] of rows.entries()) {
    for (const [n, item] of items.entries()) {
      named[item]!.items.push(candidate);
      named[item]!.cosines.push(cosines[n]!);
    }
  }
  return named.map(({ items, cosines }) => ({
    items: Uint32Array.from(items),
    cosines: Float64Array.from(cosines),
  }));
}

/**
 * Item-based k-nearest neighbours (Sarwar et al. 2001), in two forms.
 *
 * Plain: a candidate has 20 nearest items. Its score is the sum of the cosines of those that are in the
 * history.
 *
 * Recency: the score of a candidate is the weighted sum of its cosines with all items of the history. An item
 * has e^(−1/τ) times the weight of the item after it.
 *
 * Rejected variants with their figures: docs/design/decisions/sequence-models.md.
 */
import { batchSize, type HistoryBatch, type ScoringRanker } from '../evaluation/ranker.ts';
import type { ItemSimilarity, SimilarityRow } from './item-similarity.ts';
import { itemWeight } from './item-weights.ts';

/** Items with a smaller weight are ignored: they could only change the order of ties. */
const MIN_WEIGHT = 1e-9;

export function nearestItemsRanker(similarity: ItemSimilarity, width = 20): ScoringRanker {
  const reverseNeighbours = transposedRows(
    Array.from({ length: similarity.itemCount }, (_, item) => nearest(similarity.row(item), width)),
  );
  return {
    name: 'item-kNN',
    score: (batch) => weightedSums(batch, similarity.itemCount, (item) => reverseNeighbours[item]!, null),
  };
}

export function recentItemsRanker(similarity: ItemSimilarity, tau = 1): ScoringRanker {
  return {
    name: 'item-kNN, recency',
    score: (batch) => weightedSums(batch, similarity.itemCount, similarity.row, tau),
  };
}

function weightedSums(
  batch: HistoryBatch,
  I: number,
  rowOf: (item: number) => SimilarityRow,
  recency: number | null,
): Float64Array {
  const scores = new Float64Array(batchSize(batch) * I);
  for (let row = 0; row < batchSize(batch); row++) {
    const end = batch.offsets[row + 1]!;
    for (let at = end - 1; at >= batch.offsets[row]!; at--) {
      const weight = itemWeight(recency, end - 1 - at);
      if (weight < MIN_WEIGHT) break;
      const { items, cosines } = rowOf(batch.items[at]!);
      for (let n = 0; n < items.length; n++) scores[row * I + items[n]!]! += weight * cosines[n]!;
    }
  }
  return scores;
}

/** The `width` highest cosines; ties go to the lower item number. */
function nearest({ items, cosines }: SimilarityRow, width: number): SimilarityRow {
  const order = Uint32Array.from(items.keys())
    .sort((a, b) => cosines[b]! - cosines[a]! || items[a]! - items[b]!)
    .subarray(0, width);
  return {
    items: order.map((n) => items[n]!),
    cosines: Float64Array.from(order, (n) => cosines[n]!),
  };
}

/** For each item: the items that have it as a neighbour, and the cosines. */
function transposedRows(rows: readonly SimilarityRow[]): readonly SimilarityRow[] {
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

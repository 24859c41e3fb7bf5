/**
 * A baseline that repeats a person: items by the number of their events in the history, then by popularity.
 * In data with repeat purchases this is hard to beat (Hu et al., SIGIR 2020; Li et al., TOIS 2023). Events count by
 * the weights of their kinds; with recency also by how many baskets ago they were, as in the personal part of
 * TIFU-KNN (Hu et al., SIGIR 2020). Events of a basket have one moment.
 *
 * I items, B histories.
 */
import { batchSize, type ScoringRanker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { leastWeight } from '../histories/relative-weights.ts';
import { countItems } from './popularity.ts';

/** Earlier events weigh as much as those so many moments ago: above the smallest numbers. */
const MOST_MOMENTS = 100;

/** `decay`: how much an event weighs relative to one of the next moment, above 0; 1: all weigh the same. */
export function ownFrequency(train: Histories, decay = 1): ScoringRanker {
  const counts = countItems(train);
  const total = 1 + counts.reduce((sum, count) => sum + count, 0);
  // Below every event, so that popularity decides among equal numbers of own events only.
  const least = leastWeight(train.weights) * decay ** (MOST_MOMENTS + 1);
  const popular = counts.map((count) => (least * count) / total);
  return {
    name: decay === 1 ? 'own most frequent' : 'own most frequent, recency',
    score: (batch) => {
      const I = popular.length;
      const rows = new Float64Array(batchSize(batch) * I);
      for (let row = 0; row < batchSize(batch); row++) {
        rows.set(popular, row * I);
        const [start, end] = [batch.offsets[row]!, batch.offsets[row + 1]!];
        for (let at = end - 1, back = 0; at >= start; at--) {
          if (at + 1 < end && batch.timestampsMs[at] !== batch.timestampsMs[at + 1]) back++;
          const weight = decay ** Math.min(back, MOST_MOMENTS);
          rows[row * I + batch.items[at]!]! += weight * (batch.weights?.[at] ?? 1);
        }
      }
      return rows;
    },
  };
}

/** Whether any person has an item twice. */
export function hasRepeats({ offsets, items, itemIds }: Histories): boolean {
  const lastBy = new Uint32Array(itemIds.length);
  for (let person = 0; person + 1 < offsets.length; person++) {
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) {
      if (lastBy[items[at]!] === person + 1) return true;
      lastBy[items[at]!] = person + 1;
    }
  }
  return false;
}

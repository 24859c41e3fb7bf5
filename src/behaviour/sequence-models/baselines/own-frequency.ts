/**
 * A baseline that repeats a person: items by the number of their events in the history, then by popularity.
 * In data with repeat purchases this is hard to beat (Hu et al., SIGIR 2020; Li et al., TOIS 2023). Events count by
 * the weights of their kinds.
 *
 * I items, B histories.
 */
import { batchSize, type ScoringRanker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { leastWeight } from '../histories/relative-weights.ts';
import { countItems } from './popularity.ts';

export function ownFrequency(train: Histories): ScoringRanker {
  const counts = countItems(train);
  const total = 1 + counts.reduce((sum, count) => sum + count, 0);
  // Below every event, so that popularity decides among equal numbers of own events only.
  const least = leastWeight(train.weights);
  const popular = counts.map((count) => (least * count) / total);
  return {
    name: 'own most frequent',
    score: (batch) => {
      const I = popular.length;
      const rows = new Float64Array(batchSize(batch) * I);
      for (let row = 0; row < batchSize(batch); row++) {
        rows.set(popular, row * I);
        for (let at = batch.offsets[row]!; at < batch.offsets[row + 1]!; at++)
          rows[row * I + batch.items[at]!]! += batch.weights?.[at] ?? 1;
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

/**
 * Markov-1: what came next after the last item of the history, counted; items that never did follow by popularity. On
 * ML-1M it reaches the nDCG@10 that SASRec was first published with.
 */
import { batchSize, type ScoringRanker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { countItems } from './popularity.ts';

export function markov(train: Histories): ScoringRanker {
  const I = train.itemIds.length;
  const counts = countItems(train);
  const most = counts.reduce((high, count) => Math.max(high, count), 0);
  // Below one transition, so that popularity orders what the transitions leave equal.
  const backOff = counts.map((count) => count / (most + 1));
  const { starts, followers } = transitions(train);
  return {
    name: 'Markov-1',
    score: (batch) => {
      const rows = new Float64Array(batchSize(batch) * I);
      for (let row = 0; row < batchSize(batch); row++) {
        const scores = rows.subarray(row * I, (row + 1) * I);
        scores.set(backOff);
        if (batch.offsets[row] === batch.offsets[row + 1]) continue;
        const last = batch.items[batch.offsets[row + 1]! - 1]!;
        for (let at = starts[last]!; at < starts[last + 1]!; at++) scores[followers[at]!]!++;
      }
      return rows;
    },
  };
}

/** What followed item i: `followers` from `starts[i]` up to, not including, `starts[i + 1]`, each as often as it did. */
function transitions({ offsets, items, itemIds }: Histories) {
  const starts = new Uint32Array(itemIds.length + 1);
  const forEach = (take: (from: number, to: number) => void) => {
    for (let person = 0; person + 1 < offsets.length; person++)
      for (let at = offsets[person]! + 1; at < offsets[person + 1]!; at++) take(items[at - 1]!, items[at]!);
  };
  forEach((from) => {
    starts[from + 1]!++;
  });
  for (let item = 0; item < itemIds.length; item++) starts[item + 1]! += starts[item]!;
  const next = starts.slice();
  const followers = new Uint32Array(starts.at(-1)!);
  forEach((from, to) => {
    followers[next[from]!++] = to;
  });
  return { starts, followers };
}

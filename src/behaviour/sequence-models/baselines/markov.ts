/**
 * A first-order Markov chain: the score of an item is the number of times it followed the history's last
 * item. A transition has the weight of its second event. Of baskets every item of the next one follows. Popularity breaks
 * ties. Figures: docs/design/decisions/sequence-models.md.
 */
import { batchSize, type ScoringRanker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { leastWeight, relativeWeights } from '../histories/relative-weights.ts';
import { countItems } from './popularity.ts';

export function markov(train: Histories): ScoringRanker {
  const I = train.itemIds.length;
  const counts = countItems(train);
  const max = counts.reduce((high, count) => Math.max(high, count), 0);
  const { starts, followers, weights } = transitions(train);
  // Below every transition, so that popularity only orders items with equal transition counts.
  const least = leastWeight(weights);
  const backOff = counts.map((count) => (least * count) / (max + 1));
  return {
    name: 'Markov-1',
    score: (batch) => {
      const rows = new Float64Array(batchSize(batch) * I);
      for (let row = 0; row < batchSize(batch); row++) {
        const scores = rows.subarray(row * I, (row + 1) * I);
        scores.set(backOff);
        if (batch.offsets[row] === batch.offsets[row + 1]) continue;
        const last = batch.items[batch.offsets[row + 1]! - 1]!;
        for (let at = starts[last]!; at < starts[last + 1]!; at++)
          scores[followers[at]!]! += weights?.[at] ?? 1;
      }
      return rows;
    },
  };
}

/** Counts of transitions: the times that one item directly followed another, by the weights of the events. */
export interface MarkovCounts {
  /** The items that followed this one, in order of first occurrence, each with its count. */
  row(item: number): { readonly items: readonly number[]; readonly counts: readonly number[] };
}

export function markovCounts(train: Histories): MarkovCounts {
  const { starts, followers, weights } = transitions(train);
  return {
    row: (item) => {
      const counts = new Map<number, number>();
      for (let at = starts[item]!; at < starts[item + 1]!; at++)
        counts.set(followers[at]!, (counts.get(followers[at]!) ?? 0) + (weights?.[at] ?? 1));
      return { items: [...counts.keys()], counts: [...counts.values()] };
    },
  };
}

/**
 * The successors of item i are `followers` from `starts[i]` up to, not including, `starts[i + 1]`, with
 * repetitions; `weights`: of each, above 0; null: all 1. Items that were turned down follow nothing.
 */
function transitions(train: Histories) {
  const { offsets, items, itemIds, baskets } = train;
  const starts = new Uint32Array(itemIds.length + 1);
  const relative = relativeWeights(train);
  const forEach = (take: (from: number, at: number) => void) => {
    for (let person = 0; person + 1 < offsets.length; person++)
      for (let at = offsets[person]! + 1; at < offsets[person + 1]!; at++)
        if (relative?.[at] !== 0)
          for (const before of positionsBefore(baskets, offsets[person]!, at)) take(items[before]!, at);
  };
  forEach((from) => {
    starts[from + 1]!++;
  });
  for (let item = 0; item < itemIds.length; item++) starts[item + 1]! += starts[item]!;
  const next = starts.slice();
  const followers = new Uint32Array(starts.at(-1)!);
  const weights = relative && new Float64Array(followers.length);
  forEach((from, at) => {
    if (weights !== null) weights[next[from]!] = relative![at]!;
    followers[next[from]!++] = items[at]!;
  });
  return { starts, followers, weights };
}

/** The event before this one; of baskets all events of the basket before. `start`: of the person. */
function positionsBefore(baskets: Uint32Array | undefined, start: number, at: number): readonly number[] {
  if (baskets === undefined) return [at - 1];
  let end = at;
  while (end > start && baskets[end - 1] === baskets[at]) end--;
  let begin = end;
  while (begin > start && baskets[begin - 1] === baskets[end - 1]) begin--;
  return Array.from({ length: end - begin }, (_, n) => begin + n);
}

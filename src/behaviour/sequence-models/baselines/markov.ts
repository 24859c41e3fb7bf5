/**
 * A first-order Markov chain: the score of an item is the number of times it followed the history's last
 * item. Of baskets every item of the next one follows. Popularity breaks ties. Figures: docs/design/decisions/sequence-models.md.
 */
import { batchSize, type ScoringRanker } from '../evaluation/ranker.ts';
import type { Histories } from '../histories/histories.ts';
import { countItems } from './popularity.ts';

export function markov(train: Histories): ScoringRanker {
  const I = train.itemIds.length;
  const counts = countItems(train);
  const max = counts.reduce((high, count) => Math.max(high, count), 0);
  // Below 1, so that popularity only orders items with equal transition counts.
  const backOff = counts.map((count) => count / (max + 1));
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

/** Counts of transitions: the times that one item directly followed another. */
export interface MarkovCounts {
  /** The items that followed this one, in order of first occurrence, each with its count. */
  row(item: number): { readonly items: readonly number[]; readonly counts: readonly number[] };
}

export function markovCounts(train: Histories): MarkovCounts {
  const { starts, followers } = transitions(train);
  return {
    row: (item) => {
      const counts = new Map<number, number>();
      for (const follower of followers.subarray(starts[item]!, starts[item + 1]!))
        counts.set(follower, (counts.get(follower) ?? 0) + 1);
      return { items: [...counts.keys()], counts: [...counts.values()] };
    },
  };
}

/**
 * The successors of item i are `followers` from `starts[i]` up to, not including, `starts[i + 1]`, with
 * repetitions.
 */
function transitions({ offsets, items, itemIds, baskets }: Histories) {
  const starts = new Uint32Array(itemIds.length + 1);
  const forEach = (take: (from: number, to: number) => void) => {
    for (let person = 0; person + 1 < offsets.length; person++)
      for (let at = offsets[person]! + 1; at < offsets[person + 1]!; at++)
        for (const before of positionsBefore(baskets, offsets[person]!, at)) take(items[before]!, items[at]!);
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

/** The event before this one; of baskets all events of the basket before. `start`: of the person. */
function positionsBefore(baskets: Uint32Array | undefined, start: number, at: number): readonly number[] {
  if (baskets === undefined) return [at - 1];
  let end = at;
  while (end > start && baskets[end - 1] === baskets[at]) end--;
  let begin = end;
  while (begin > start && baskets[begin - 1] === baskets[end - 1]) begin--;
  return Array.from({ length: end - begin }, (_, n) => begin + n);
}

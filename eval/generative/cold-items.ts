/**
 * Evaluates cold items: some items are removed from training and tested afterwards. A case is a test person
 * whose next item is one of them. Two questions: the rank among all items, and the rank among the new ones
 * alone.
 */

import type { HistoryBatch, ScoringRanker } from '../../src/behaviour/sequence-models/evaluation/ranker.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import { keepEvents } from '../../src/behaviour/sequence-models/histories/histories.ts';
import type { OpenModel } from '../../src/behaviour/sequence-models/models/architecture.ts';
import { type Cases, targetItem } from '../../src/behaviour/sequence-models/splits/split.ts';
import { randomOrder } from '../../src/platform/numeric/random-streams.ts';
import type { TextVectors } from './item-codes-of.ts';

/** 1: kept out [I]. */
export function drawnItems(itemCount: number, share: number, seed: number): Uint8Array {
  const isOut = new Uint8Array(itemCount);
  for (const item of randomOrder(seed, 'items kept out', itemCount).subarray(
    0,
    Math.round(share * itemCount),
  ))
    isOut[item] = 1;
  return isOut;
}

export function withoutItems(histories: Histories, isOut: Uint8Array): Histories {
  const isKept = new Uint8Array(histories.items.length);
  const offsets = new Uint32Array(histories.offsets.length);
  let count = 0;
  for (let person = 0; person + 1 < offsets.length; person++) {
    for (let at = histories.offsets[person]!; at < histories.offsets[person + 1]!; at++)
      if (isOut[histories.items[at]!] === 0) count += isKept[at] = 1;
    offsets[person + 1] = count;
  }
  return { ...histories, offsets, ...keepEvents(histories, isKept, count) };
}

/** Cases whose target is a cold item, or whose target is not. */
export function casesOf(cases: Cases, isOut: Uint8Array, wanted: 0 | 1): Cases {
  const which = [...cases.people.keys()].filter((at) => isOut[targetItem(cases, at)] === wanted);
  const take = (column: Uint32Array) => Uint32Array.from(which, (at) => column[at]!);
  const { histories, people, ends, targets } = cases;
  return { histories, people: take(people), ends: take(ends), targets: take(targets) };
}

/** Ranks all other items last, with equal scores. */
export function amongNew(ranker: ScoringRanker, isOut: Uint8Array): ScoringRanker {
  return {
    name: ranker.name,
    score: async (batch) => {
      const scores = Float64Array.from(await ranker.score(batch));
      for (let at = 0; at < scores.length; at++) if (isOut[at % isOut.length] === 0) scores[at] = -1e12;
      return scores;
    },
  };
}

export function exactRanker(name: string, model: OpenModel): ScoringRanker {
  return { name, score: (batch) => model.score(batch) };
}

/** Sum of the cosines of an item's text with the texts of the last `count` items. */
export function nearestText({ values, width }: TextVectors, count: number): ScoringRanker {
  const I = values.length / width;
  return { name: `nearest text, last ${count}`, score };

  function score({ offsets, items }: HistoryBatch): Float32Array {
    const scores = new Float32Array((offsets.length - 1) * I);
    const sum = new Float32Array(width);
    for (let row = 0; row + 1 < offsets.length; row++) {
      sum.fill(0);
      for (const item of items.subarray(
        Math.max(offsets[row]!, offsets[row + 1]! - count),
        offsets[row + 1]!,
      ))
        for (let d = 0; d < width; d++) sum[d]! += values[item * width + d]!;
      for (let item = 0; item < I; item++) {
        let dot = 0;
        for (let d = 0; d < width; d++) dot += sum[d]! * values[item * width + d]!;
        scores[row * I + item] = dot;
      }
    }
    return scores;
  }
}

/**
 * The validation cases that the weights of a blend are fitted to. A case has the features of the items that
 * any part ranks high, less those of the target.
 *
 * N cases, P parts, C items of a case, I items.
 */

import type { ScoringRanker } from '../../../evaluation/ranker.ts';
import { historiesOf } from '../../../evaluation/ranker.ts';
import { selectBest } from '../../../serving/select-best.ts';
import { type Cases, caseCount, targetItem } from '../../../splits/split.ts';
import {
  type BlendLinks,
  type CountPartName,
  countPartNames,
  linkFeature,
  linkPartNames,
  linkParts,
  type PartName,
} from './blend.ts';
import { LinkSums } from './item-links.ts';

export interface BlendCase {
  /** The number of items of the history that are read. */
  readonly length: number;
  /** The features of the other items less those of the target, row-major [C × P]. */
  readonly differences: Float32Array;
  /** False if the target is among masked items: no ranking finds it. */
  readonly canBeFound: boolean;
}

export interface BlendCases {
  readonly parts: readonly PartName[];
  readonly cases: readonly BlendCase[];
}

interface Ranked {
  readonly network: ScoringRanker;
  readonly links: BlendLinks;
  /** The features of the parts that count events [I]. */
  readonly counted: Readonly<Record<CountPartName, Float32Array>>;
  readonly maxHistoryItems: number;
  readonly seen: 'masked' | 'ranked';
}

/** The number of highest items of each part. */
const HIGHEST = 50;
const CASES_AT_ONCE = 64;
/** The maximum number of scores in a batch; limits its memory. */
const SCORES_AT_ONCE = 4_000_000;

/** Throws `signal.reason`. */
export async function blendCases(cases: Cases, ranked: Ranked, signal: AbortSignal): Promise<BlendCases> {
  const names = linkPartNames.filter((name) => ranked.links[linkParts[name].links] !== undefined);
  const parts: readonly PartName[] = ['network', ...names, ...countPartNames];
  const sums = names.map((name) => new LinkSums(ranked.links[linkParts[name].links]!, linkParts[name].reads));
  const counted = countPartNames.map((name) => ranked.counted[name]);
  const I = counted[0]!.length;
  const mostCounted = counted.map((own) => selectBest(own, HIGHEST + ranked.maxHistoryItems, (item) => item));
  const found: BlendCase[] = [];
  const atOnce = Math.max(1, Math.min(CASES_AT_ONCE, Math.floor(SCORES_AT_ONCE / I)));
  for (let from = 0; from < caseCount(cases); from += atOnce) {
    signal.throwIfAborted();
    const to = Math.min(caseCount(cases), from + atOnce);
    const batch = historiesOf(cases, from, to);
    const scores = Float32Array.from(await ranked.network.score(batch));
    for (let row = 0; row < to - from; row++) {
      const whole = batch.items.subarray(batch.offsets[row]!, batch.offsets[row + 1]!);
      const history = whole.subarray(Math.max(0, whole.length - ranked.maxHistoryItems));
      const network = scores.subarray(row * I, (row + 1) * I);
      for (const one of sums) one.add(history);
      const target = targetItem(cases, from + row);
      const masked = new Set(ranked.seen === 'masked' ? whole : []);
      const items = highestItems(network, sums, mostCounted, masked);
      items.delete(target);
      found.push({
        length: history.length,
        differences: differencesOf([...items], target, featuresAt(network)),
        canBeFound: !masked.has(target),
      });
    }
  }
  return { parts, cases: found };

  function featuresAt(network: Float32Array) {
    return (item: number) => [
      network[item]!,
      ...names.map((name, part) => linkFeature(name, sums[part]!.sums[item]!)),
      ...counted.map((own) => own[item]!),
    ];
  }
}

function highestItems(
  network: Float32Array,
  sums: readonly LinkSums[],
  mostCounted: readonly Uint32Array[],
  masked: ReadonlySet<number>,
): Set<number> {
  const items = new Set<number>();
  const take = (ordered: Iterable<number>) => {
    let count = 0;
    for (const item of ordered) {
      if (count === HIGHEST) return;
      if (masked.has(item)) continue;
      items.add(item);
      count++;
    }
  };
  take(selectBest(network, HIGHEST + masked.size, (item) => item));
  for (const { sums: values, touched } of sums) {
    const own = Float32Array.from(touched, (item) => values[item]!);
    take(
      Array.from(
        selectBest(own, HIGHEST + masked.size, (at) => touched[at]!),
        (at) => touched[at]!,
      ),
    );
  }
  for (const own of mostCounted) take(own);
  return items;
}

function differencesOf(
  items: readonly number[],
  target: number,
  featuresOf: (item: number) => readonly number[],
): Float32Array {
  const own = featuresOf(target);
  return Float32Array.from(
    items.flatMap((item) => featuresOf(item).map((value, part) => value - own[part]!)),
  );
}

/**
 * The validation cases that the weights of a blend are fitted to. A case has the features of the items that
 * any part ranks high, and of some drawn from all others, less those of the target. The drawn ones stand for
 * the rest of the catalogue, so that the softmax over a case is about that over all items.
 *
 * N cases, P parts, C items of a case, I items.
 */

import { randomUniform } from '../../../../../platform/numeric/random-streams.ts';
import type { ScoringRanker } from '../../../evaluation/ranker.ts';
import { historiesOf } from '../../../evaluation/ranker.ts';
import { selectBest } from '../../../serving/select-best.ts';
import { basketStarts } from '../../../splits/baskets.ts';
import { type Cases, caseCount, targetItem } from '../../../splits/split.ts';
import { UNKNOWN_SCORE } from '../../architecture.ts';
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
  /** Cases of one basket have the same number, and stand together. */
  readonly basket: number;
  /** The number of items of the history that are read. */
  readonly length: number;
  readonly target: number;
  /** The features of the target [P]. */
  readonly ofTarget: Float32Array;
  /** The other items: those that any part ranks high, then `drawn` drawn ones [C]. */
  readonly items: Uint32Array;
  /** Their features less those of the target, row-major [C × P]. */
  readonly differences: Float32Array;
  readonly drawn: number;
  /** The logarithm of the number of items that a drawn one stands for. */
  readonly drawnWeight: number;
  /** False if the target is masked, or nothing is known of it: no ranking finds it. */
  readonly canBeFound: boolean;
}

export interface BlendCases {
  readonly parts: readonly PartName[];
  readonly cases: readonly BlendCase[];
}

interface Ranked {
  readonly network: ScoringRanker;
  readonly links: BlendLinks;
  /** The features of the parts that count events [I]; null: the network alone. */
  readonly counted: Readonly<Record<CountPartName, Float32Array>> | null;
  readonly maxHistoryItems: number;
  readonly seen: 'masked' | 'ranked';
  readonly seed: number;
}

/** The number of highest items of each part. */
const HIGHEST = 50;
/** The number of items drawn from all others. */
const DRAWN = 150;
const CASES_AT_ONCE = 64;
/** The maximum number of scores in a batch; limits its memory. */
const SCORES_AT_ONCE = 4_000_000;

/** Throws `signal.reason`. */
export async function blendCases(cases: Cases, ranked: Ranked, signal: AbortSignal): Promise<BlendCases> {
  const I = cases.histories.itemIds.length;
  const readers = partReaders(ranked, I);
  const drawn = randomUniform(ranked.seed, 'items of a blend', DRAWN * caseCount(cases));
  const baskets = basketNumbers(cases);
  const found: BlendCase[] = [];
  const atOnce = Math.max(1, Math.min(CASES_AT_ONCE, Math.floor(SCORES_AT_ONCE / I)));
  for (let from = 0; from < caseCount(cases); from += atOnce) {
    signal.throwIfAborted();
    const to = Math.min(caseCount(cases), from + atOnce);
    const batch = historiesOf(cases, from, to);
    const scores = Float32Array.from(await ranked.network.score(batch));
    for (let row = 0; row < to - from; row++) {
      const whole = batch.items.subarray(batch.offsets[row]!, batch.offsets[row + 1]!);
      const own = readers.read(
        whole.subarray(Math.max(0, whole.length - ranked.maxHistoryItems)),
        scores.subarray(row * I, (row + 1) * I),
      );
      const masked = new Set(ranked.seen === 'masked' ? whole : []);
      const at = from + row;
      const draw = drawn.subarray(at * DRAWN, (at + 1) * DRAWN);
      found.push({ basket: baskets[at]!, ...caseOf(own, targetItem(cases, at), masked, draw) });
    }
  }
  return { parts: readers.parts, cases: found };
}

/** The basket of each case [N]. */
function basketNumbers(cases: Cases): Uint32Array {
  const numbers = new Uint32Array(caseCount(cases));
  const starts = basketStarts(cases);
  for (let basket = 0; basket + 1 < starts.length; basket++)
    numbers.fill(basket, starts[basket], starts[basket + 1]);
  return numbers;
}

/** The scores of the parts after a history. */
interface Reading {
  readonly history: Uint32Array;
  /** Scores of the network [I]. */
  readonly network: Float32Array;
  /** Items in the order of each part. */
  readonly orders: (limit: number) => readonly Iterable<number>[];
  readonly featuresOf: (item: number) => readonly number[];
}

function partReaders({ links, counted, maxHistoryItems }: Ranked, I: number) {
  const names = linkPartNames.filter((name) => links[linkParts[name].links] !== undefined);
  const sums = names.map((name) => new LinkSums(links[linkParts[name].links]!, linkParts[name].reads));
  const counts = counted === null ? [] : countPartNames.map((name) => counted[name]);
  const most = Math.min(I, HIGHEST + maxHistoryItems);
  const mostCounted = counts.map((own) => selectBest(own, most, (item) => item));
  const parts: readonly PartName[] = ['network', ...names, ...(counted === null ? [] : countPartNames)];
  return {
    parts,
    read: (history: Uint32Array, network: Float32Array): Reading => {
      for (const one of sums) one.add(history);
      return {
        history,
        network,
        orders: (limit) => [
          selectBest(network, limit, (item) => item),
          ...sums.map((one) => highestSums(one, limit)),
          ...mostCounted,
        ],
        featuresOf: (item) => [
          network[item]!,
          ...names.map((name, part) => linkFeature(name, sums[part]!.sums[item]!)),
          ...counts.map((own) => own[item]!),
        ],
      };
    },
  };
}

function highestSums({ sums, touched }: LinkSums, limit: number): Iterable<number> {
  const own = Float32Array.from(touched, (item) => sums[item]!);
  const best = selectBest(own, limit, (at) => touched[at]!);
  return best.map((at) => touched[at]!);
}

/** `draw`: uniform in [0, 1) [DRAWN]. */
function caseOf(
  { history, network, orders, featuresOf }: Reading,
  target: number,
  masked: ReadonlySet<number>,
  draw: Float64Array,
): Omit<BlendCase, 'basket'> {
  const isRanked = (item: number) => item !== target && !masked.has(item) && network[item]! > UNKNOWN_SCORE;
  const items = new Set<number>();
  for (const order of orders(HIGHEST + masked.size)) {
    let count = 0;
    for (const item of order) {
      if (count === HIGHEST) break;
      if (masked.has(item)) continue;
      count++;
      if (isRanked(item)) items.add(item);
    }
  }
  const high = items.size;
  for (const share of draw) {
    const item = Math.floor(share * network.length);
    if (isRanked(item)) items.add(item);
  }
  const drawn = items.size - high;
  const others = Math.max(drawn, network.length - masked.size - high - 1);
  const ofTarget = featuresOf(target);
  return {
    length: history.length,
    target,
    ofTarget: Float32Array.from(ofTarget),
    items: Uint32Array.from(items),
    differences: Float32Array.from(
      [...items].flatMap((item) => featuresOf(item).map((value, part) => value - ofTarget[part]!)),
    ),
    drawn,
    drawnWeight: drawn === 0 ? 0 : Math.log(others / drawn),
    canBeFound: !masked.has(target) && network[target]! > UNKNOWN_SCORE,
  };
}

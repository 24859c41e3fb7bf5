/**
 * The time between events as an input of the network, in buckets on a logarithmic scale. A bucket has a
 * vector, which is added to that of the position.
 *
 * `between`: at each item the time since the item before it. `until_now`: also the time until the next item,
 * and at the newest item until the moment of the prediction. In training that moment is the time of the
 * target, as the person is there when it is taken. Nothing else of the target is read.
 *
 * T items of a history, E events.
 */

import { randomUniform } from '../../../../platform/numeric/random-streams.ts';
import type { Histories } from '../../histories/histories.ts';
import type { HistoryTimes } from '../architecture.ts';
import { basketTargets, NO_TARGET } from '../training/target-events.ts';

export const gapModes = ['between', 'until_now'] as const;
export type GapMode = (typeof gapModes)[number];

/** 0: unknown; 1: the same moment; then powers of two of a second, up to more than 17 years. */
export const GAP_BUCKETS = 32;
export const UNKNOWN_GAP = 0;

/** Clocks that run backwards count as the same moment. */
export function gapBucket(ms: number): number {
  if (Number.isNaN(ms)) return UNKNOWN_GAP;
  return Math.min(GAP_BUCKETS - 1, 1 + Math.ceil(Math.log2(1 + Math.max(0, ms) / 1000)));
}

export interface Gaps<Buckets> {
  /** The gap since the item before. */
  readonly before: Buckets;
  /** The gap until the next item, or the moment of the prediction. */
  readonly after: Buckets;
}

/**
 * The buckets of a history [T]; all unknown without times. `hasBaskets`: events of one moment are a basket, and what
 * comes after each of them is the next one.
 */
export function gapsOf(count: number, times: HistoryTimes | undefined, hasBaskets = false): Gaps<Int32Array> {
  const [before, after] = [new Int32Array(count), new Int32Array(count)];
  if (times === undefined) return { before, after };
  const at = (position: number) => (position < count ? times.timestampsMs[position]! : times.momentMs);
  for (let position = 0; position < count; position++) {
    let next = position + 1;
    if (next < count) before[next] = gapBucket(at(next) - at(position));
    while (hasBaskets && next < count && at(next) === at(position)) next++;
    after[position] = gapBucket(at(next) - at(position));
  }
  return { before, after };
}

/**
 * The bucket of each event [E]. The first item of a training window reads no gap to the item before it, which
 * is not in the window (`training-batch.ts`). What comes after an event of a basket is the next basket.
 */
export function trainingGaps(histories: Histories): Gaps<Uint8Array> {
  const { offsets, timestampsMs } = histories;
  const baskets = basketTargets(histories);
  const [before, after] = [new Uint8Array(timestampsMs.length), new Uint8Array(timestampsMs.length)];
  for (let person = 0; person + 1 < offsets.length; person++)
    for (let at = offsets[person]!; at + 1 < offsets[person + 1]!; at++)
      before[at + 1] = after[at] = gapBucket(timestampsMs[at + 1]! - timestampsMs[at]!);
  if (baskets !== null)
    for (const [at, next] of baskets.next.entries())
      after[at] = next === NO_TARGET ? UNKNOWN_GAP : gapBucket(timestampsMs[next]! - timestampsMs[at]!);
  return { before, after };
}

/**
 * The share of a step's windows that is read without gaps, so that the model can rank histories without
 * times.
 */
const WITHOUT_TIMES = 0.25;

/** Whether each window of a step is read without gaps. */
export function windowsWithoutTimes(seed: number, step: number, windows: number): readonly boolean[] {
  return Array.from(randomUniform(seed, `times ${step}`, windows), (share) => share < WITHOUT_TIMES);
}

/** Above this share of one bucket, gaps carry almost no information. */
const MAX_EQUAL_SHARE = 0.95;

/** Whether times differ enough: not where they are equal, or only give an order. */
export function gapsDiffer(histories: Histories): boolean {
  const counts = new Uint32Array(GAP_BUCKETS);
  for (const bucket of trainingGaps(histories).after) counts[bucket]!++;
  counts[UNKNOWN_GAP] = 0;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all > 0 && Math.max(...counts) <= MAX_EQUAL_SHARE * all;
}

/**
 * The rank of each target among all items of the catalogue, and the list that would be shown. Nothing is
 * sampled (docs/design/decisions/sequence-models.md).
 *
 * A tie gets its middle rank: 1 + items above + tied items / 2. A ranker with equal scores for all items
 * therefore gets the middle of the catalogue. If seen items are masked, a target that the person had before
 * cannot be hit.
 *
 * N cases, I items, L items of a list.
 */
import { setImmediate } from 'node:timers/promises';
import { type Cases, caseCount, targetItem } from '../splits/split.ts';
import { type HistoryBatch, historiesOf, NO_ITEM, type Ranker, type Scores } from './ranker.ts';

export interface RankingRules {
  /** Items of the history are left out (`masked`), or ranked as all others are. */
  readonly seen: 'masked' | 'ranked';
  /** L */
  readonly listLength: number;
}

export interface Ranked {
  readonly name: string;
  /** From 1, in halves; Infinity where the target was masked, or is in no list [N]. */
  readonly ranks: Float64Array;
  /** What stands on top, best first, ties by item number; NO_ITEM behind a short list's end [N × L]. */
  readonly lists: Uint32Array;
}

const SCORES_AT_ONCE = 4_000_000;
const MAX_AT_ONCE = 512;
/** The length of lists requested from rankers that cannot score all items. */
const LISTED = 100;

/** Throws `signal.reason`, and an Error if a ranker's answer has the wrong size or a score is NaN. */
export async function rankTargets(
  ranker: Ranker,
  cases: Cases,
  rules: RankingRules,
  signal?: AbortSignal,
): Promise<Ranked> {
  const N = caseCount(cases);
  const I = cases.histories.itemIds.length;
  const ranks = new Float64Array(N);
  const lists = new Uint32Array(N * rules.listLength).fill(NO_ITEM);
  const size = Math.max(1, Math.min(MAX_AT_ONCE, Math.floor(SCORES_AT_ONCE / I)));
  const isOut = new Uint8Array(I);
  for (let from = 0; from < N; from += size) {
    signal?.throwIfAborted();
    const to = Math.min(N, from + size);
    const batch = historiesOf(cases, from, to);
    const answer = await answerOf(ranker, batch, I, rules);
    for (let row = 0; row < to - from; row++) {
      const which = from + row;
      const place = { target: targetItem(cases, which), list: listOf(lists, which, rules.listLength) };
      const seen = batch.items.subarray(batch.offsets[row]!, batch.offsets[row + 1]!);
      mark(isOut, seen, rules);
      ranks[which] =
        answer.kind === 'scores'
          ? placeByScore(answer.row(row), isOut, place)
          : placeInList(answer.row(row), isOut, place);
      for (const item of seen) isOut[item] = 0;
    }
    await setImmediate();
  }
  return { name: ranker.name, ranks, lists };
}

interface Place {
  readonly target: number;
  /** Written into [L]. */
  readonly list: Uint32Array;
}

type Answer =
  | { readonly kind: 'scores'; row(which: number): Scores }
  | { readonly kind: 'lists'; row(which: number): Uint32Array };

async function answerOf(
  ranker: Ranker,
  batch: HistoryBatch,
  I: number,
  { seen, listLength }: RankingRules,
): Promise<Answer> {
  const B = batch.offsets.length - 1;
  if ('score' in ranker) {
    const scores = await ranker.score(batch);
    expectLength(ranker, scores.length, B * I);
    return { kind: 'scores', row: (which) => scores.subarray(which * I, (which + 1) * I) };
  }
  const limit = Math.min(I, Math.max(LISTED, listLength));
  const listed = await ranker.list(batch, limit, seen === 'masked');
  expectLength(ranker, listed.length, B * limit);
  return { kind: 'lists', row: (which) => listed.subarray(which * limit, (which + 1) * limit) };
}

function expectLength({ name }: Ranker, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${name} gave ${found} numbers for a batch, expected ${expected}.`);
}

function mark(isOut: Uint8Array, seen: Uint32Array, { seen: rule }: RankingRules): void {
  if (rule === 'masked') for (const item of seen) isOut[item] = 1;
}

/** The rank; fills the list with the best. */
function placeByScore(scores: Scores, isOut: Uint8Array, { target, list }: Place): number {
  const aim = scores[target]!;
  let above = 0;
  let tied = 0;
  let filled = 0;
  // What a score has to exceed to enter the list: an equal one comes later by number.
  let least = Number.NEGATIVE_INFINITY;
  for (let item = 0; item < scores.length; item++) {
    if (isOut[item] === 1) continue;
    const score = scores[item]!;
    if (score > aim) above++;
    else if (score === aim) tied++;
    else if (Number.isNaN(score)) throw new Error(`The score of item ${item} is not a number.`);
    if (filled === list.length && score <= least) continue;
    if (filled < list.length) filled++;
    insert(list, filled, item, scores);
    if (filled === list.length) least = scores[list[filled - 1]!]!;
  }
  if (Number.isNaN(aim)) throw new Error(`The score of item ${target} is not a number.`);
  return isOut[target] === 1 ? Number.POSITIVE_INFINITY : 1 + above + (tied - 1) / 2;
}

/** Inserts an item into the list's first `filled` entries; the last of them is free or is dropped. */
function insert(list: Uint32Array, filled: number, item: number, scores: Scores): void {
  let at = filled - 1;
  for (; at > 0 && scores[list[at - 1]!]! < scores[item]!; at--) list[at] = list[at - 1]!;
  list[at] = item;
}

function placeInList(listed: Uint32Array, isOut: Uint8Array, { target, list }: Place): number {
  let rank = 0;
  let found = Number.POSITIVE_INFINITY;
  for (const item of listed) {
    if (item === NO_ITEM) break;
    if (isOut[item] === 1) continue;
    if (rank < list.length) list[rank] = item;
    rank++;
    if (item === target) found = rank;
  }
  return found;
}

function listOf(lists: Uint32Array, which: number, L: number): Uint32Array {
  return lists.subarray(which * L, (which + 1) * L);
}

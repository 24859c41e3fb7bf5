/**
 * The rank of each target among all items of the catalogue, and the list that would be shown. No items are
 * sampled (docs/design/decisions/sequence-models.md).
 *
 * A tie gets its middle rank: 1 + items above + other tied items / 2. A ranker with equal scores for all
 * items therefore ranks each target in the middle of the catalogue. If items of the history are masked, a
 * target among them is a miss.
 *
 * N cases, I items, L items of a list.
 */
import { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import { type Cases, caseCount, targetItem } from '../splits/split.ts';
import { type HistoryBatch, historiesOf, NO_ITEM, type Ranker, type Scores } from './ranker.ts';

export interface RankingRules {
  /** Whether items of the history are excluded (`masked`) or ranked like all others. */
  readonly seen: 'masked' | 'ranked';
  /** L */
  readonly listLength: number;
}

export interface Ranked {
  readonly name: string;
  /** From 1, in halves; Infinity if the target is masked or not in the ranker's list [N]. */
  readonly ranks: Float64Array;
  /** The highest-ranked items, best first, ties by item number; a shorter list ends in NO_ITEM [N × L]. */
  readonly lists: Uint32Array;
}

/** Longest run of work between two turns of the event loop. */
const SLICE_MS = 25;
/** The maximum number of scores in a batch; limits its memory. */
const SCORES_AT_ONCE = 4_000_000;
/** The maximum number of cases in a batch. */
const MAX_AT_ONCE = 512;
/** The length of lists that are requested from rankers that cannot score all items. */
const MIN_LIST_LENGTH = 100;

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
  const isMasked = new Uint8Array(I);
  const yielder = new EventLoopYielder(SLICE_MS, { signal });
  for (let from = 0; from < N; from += size) {
    await yielder.yieldIfDue();
    const to = Math.min(N, from + size);
    const batch = historiesOf(cases, from, to);
    const answer = await answerOf(ranker, batch, I, rules);
    for (let row = 0; row < to - from; row++) {
      const which = from + row;
      const output = { target: targetItem(cases, which), list: listOf(lists, which, rules.listLength) };
      const seen = batch.items.subarray(batch.offsets[row]!, batch.offsets[row + 1]!);
      mark(isMasked, seen, rules);
      ranks[which] =
        answer.kind === 'scores'
          ? rankByScore(answer.row(row), isMasked, output)
          : rankInList(answer.row(row), isMasked, output);
      for (const item of seen) isMasked[item] = 0;
    }
  }
  return { name: ranker.name, ranks, lists };
}

interface RankedCase {
  /** Item number. */
  readonly target: number;
  /** The list to fill [L]. */
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
  const limit = Math.min(I, Math.max(MIN_LIST_LENGTH, listLength));
  const listed = await ranker.list(batch, limit, seen === 'masked');
  expectLength(ranker, listed.length, B * limit);
  return { kind: 'lists', row: (which) => listed.subarray(which * limit, (which + 1) * limit) };
}

function expectLength({ name }: Ranker, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${name} gave ${found} numbers for a batch, expected ${expected}.`);
}

function mark(isMasked: Uint8Array, seen: Uint32Array, { seen: rule }: RankingRules): void {
  if (rule === 'masked') for (const item of seen) isMasked[item] = 1;
}

/** Returns the target's rank and fills the list. */
function rankByScore(scores: Scores, isMasked: Uint8Array, { target, list }: RankedCase): number {
  const targetScore = scores[target]!;
  let above = 0;
  let tied = 0;
  let filled = 0;
  // The last score of a full list. An item with the same score has a higher number, so it does not enter.
  let lastScore = Number.NEGATIVE_INFINITY;
  for (let item = 0; item < scores.length; item++) {
    if (isMasked[item] === 1) continue;
    const score = scores[item]!;
    if (score > targetScore) above++;
    else if (score === targetScore) tied++;
    else if (Number.isNaN(score)) throw new Error(`The score of item ${item} is not a number.`);
    if (filled === list.length && score <= lastScore) continue;
    if (filled < list.length) filled++;
    insert(list, filled, item, scores);
    if (filled === list.length) lastScore = scores[list[filled - 1]!]!;
  }
  if (Number.isNaN(targetScore)) throw new Error(`The score of item ${target} is not a number.`);
  return isMasked[target] === 1 ? Number.POSITIVE_INFINITY : 1 + above + (tied - 1) / 2;
}

/** Inserts an item into the list's first `filled` entries; the last of them is free or is dropped. */
function insert(list: Uint32Array, filled: number, item: number, scores: Scores): void {
  let at = filled - 1;
  for (; at > 0 && scores[list[at - 1]!]! < scores[item]!; at--) list[at] = list[at - 1]!;
  list[at] = item;
}

/** Returns the target's rank and fills the list. */
function rankInList(listed: Uint32Array, isMasked: Uint8Array, { target, list }: RankedCase): number {
  let rank = 0;
  let found = Number.POSITIVE_INFINITY;
  for (const item of listed) {
    if (item === NO_ITEM) break;
    if (isMasked[item] === 1) continue;
    if (rank < list.length) list[rank] = item;
    rank++;
    if (item === target) found = rank;
  }
  return found;
}

function listOf(lists: Uint32Array, which: number, L: number): Uint32Array {
  return lists.subarray(which * L, (which + 1) * L);
}

/**
 * Finds the items of a history that speak most for an item. The measure is the fall of its score when the
 * model reads the history without them. The fall is exact, not an approximation, for every architecture. Each
 * item of the history costs one more scoring of the answer's items, so only the newest ones are tried.
 */
import type { OpenModel } from '../models/architecture.ts';
import type { ReadHistory } from './scores-of.ts';

export interface Reason {
  readonly item: number;
  /** The item's share of all falls of the score, in (0, 1]. */
  readonly weight: number;
}

/** The most reasons of an item. */
const MAX_REASONS = 3;
/** The number of different items that are tried, newest first. */
const MAX_TRIED = 50;
/** The same for a model that can only score the whole catalogue. */
const MAX_TRIED_COSTLY = 10;

/**
 * `score`: of the items after a history. By position in `items`; the weightiest reason first. An item is no reason if the score does not fall
 * without it.
 */
export async function reasonsFor(
  model: Pick<OpenModel, 'scoreCandidates'>,
  score: (read: ReadHistory) => Promise<Float32Array>,
  read: ReadHistory,
  items: Uint32Array,
): Promise<readonly (readonly Reason[])[]> {
  const distinct = [...new Set(read.history.toReversed())];
  const tried = distinct.slice(0, model.scoreCandidates === undefined ? MAX_TRIED_COSTLY : MAX_TRIED);
  if (items.length === 0) return [];
  // Without its only item the history would be empty, and its scores would be those of popularity.
  if (distinct.length <= 1) return Array.from(items, () => distinct.map((item) => ({ item, weight: 1 })));
  const whole = await score(read);
  const falls: Float32Array[] = [];
  for (const left of tried) {
    const without = await score(withoutItem(read, left));
    falls.push(whole.map((one, at) => Math.max(0, one - without[at]!)));
  }
  return Array.from(items, (_, at) => strongest(tried, falls, at));
}

function withoutItem({ history, times }: ReadHistory, left: number): ReadHistory {
  const isKept = (_: number, at: number) => history[at] !== left;
  return {
    history: history.filter(isKept),
    times: times && { ...times, timestampsMs: times.timestampsMs.filter(isKept) },
  };
}

function strongest(tried: readonly number[], falls: readonly Float32Array[], at: number): readonly Reason[] {
  const sum = falls.reduce((total, fall) => total + fall[at]!, 0);
  return tried
    .map((item, which) => ({ item, weight: falls[which]![at]! / sum }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_REASONS);
}

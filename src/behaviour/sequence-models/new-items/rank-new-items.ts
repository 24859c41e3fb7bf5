/**
 * Merges new items into a list. A new item shares the probability of the known items that it resembles, in
 * each context: p(new i) = rate of i · Σ_j w_ij p(known j). Scores of models are logarithms of probabilities
 * up to a common constant, so
 *
 *   score(i) = log Σ_j w_ij exp(score(j)) + log(rate of i)
 */
import type { Prediction } from '../../../contract/model.ts';
import { logSumExp } from '../../../platform/numeric/log-sum-exp.ts';

type Ranked = Prediction['items'][number];

/** A new item with its known neighbours. */
export interface LinkedItem {
  readonly itemId: string;
  readonly neighbours: readonly { readonly itemId: string; readonly weight: number }[];
  readonly rate: number;
  /** How often it was shown. */
  readonly shown: number;
}

/** `scores`: of known items. An item without a scored neighbour is left out. */
export function scoreNewItems(
  items: readonly LinkedItem[],
  scores: ReadonlyMap<string, number>,
): readonly (Ranked & { readonly shown: number })[] {
  return items.flatMap(({ itemId, neighbours, rate, shown }) => {
    const terms = neighbours.flatMap(({ itemId: known, weight }) => {
      const score = scores.get(known);
      return score === undefined ? [] : [score + Math.log(weight)];
    });
    if (terms.length === 0) return [];
    const score = logSumExp(terms) + Math.log(rate);
    return [{ item_id: itemId, score, new_item: true as const, shown }];
  });
}

/**
 * `places` of the list, from the end, go to the new items that were shown least and are not in it; the
 * likeliest first. The list has at most `limit` items.
 */
export function mergeNewItems(
  known: readonly Ranked[],
  fresh: ReturnType<typeof scoreNewItems>,
  { limit, places }: { readonly limit: number; readonly places: number },
): readonly Ranked[] {
  const merged = [...known, ...fresh].sort((a, b) => b.score - a.score).slice(0, limit);
  const isIn = new Set(merged.map(({ item_id }) => item_id));
  const explored = fresh
    .filter(({ item_id }) => !isIn.has(item_id))
    .sort((a, b) => a.shown - b.shown || b.score - a.score)
    .slice(0, places);
  const list: readonly Ranked[] = [...merged.slice(0, limit - explored.length), ...explored];
  return list.map((item) => {
    if (!('shown' in item)) return item;
    const { shown: _, ...ranked } = item as Ranked & { readonly shown: number };
    return ranked;
  });
}

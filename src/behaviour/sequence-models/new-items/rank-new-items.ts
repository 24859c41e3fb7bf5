/**
 * The score of a new item, and the places of exploration. A new item shares the probability of the known
 * items that it resembles, in each context: p(new i) = rate of i · Σ_j w_ij p(known j). Scores of models are
 * logarithms of probabilities up to a common constant, so
 *
 *   score(i) = log Σ_j w_ij exp(score(j)) + log(rate of i)
 *
 * is on the scale of the known ones. Boosts are added afterwards, those of the neighbours are not read.
 */
import { logSumExp } from '../../../platform/numeric/log-sum-exp.ts';

/** A new item with its known neighbours. */
export interface LinkedItem {
  readonly itemId: string;
  readonly neighbours: readonly { readonly itemId: string; readonly weight: number }[];
  readonly rate: number;
  /** How often it was shown. */
  readonly shown: number;
}

/** `scoreOf`: of a known item, before boosts; undefined: it has none. NaN: no neighbour has a score. */
export function scoreOfNew(
  { neighbours, rate }: Pick<LinkedItem, 'neighbours' | 'rate'>,
  scoreOf: (itemId: string) => number | undefined,
): number {
  const terms = neighbours.flatMap(({ itemId, weight }) => {
    const score = scoreOf(itemId);
    return score === undefined ? [] : [score + Math.log(weight)];
  });
  return terms.length === 0 ? Number.NaN : logSumExp(terms) + Math.log(rate);
}

interface Explored<Item> {
  readonly item: Item;
  readonly score: number;
  readonly shown: number;
}

/**
 * `places` of the list, from the end, go to the new items that were shown least and are not in it; the
 * likeliest first. The list has at most `limit` items.
 */
export function exploreNewItems<Item>(
  list: readonly Item[],
  fresh: readonly Explored<Item>[],
  { limit, places }: { readonly limit: number; readonly places: number },
): readonly Item[] {
  const isIn = new Set(list);
  const explored = fresh
    .filter(({ item }) => !isIn.has(item))
    .sort((a, b) => a.shown - b.shown || b.score - a.score)
    .slice(0, places)
    .map(({ item }) => item);
  return [...list.slice(0, limit - explored.length), ...explored];
}

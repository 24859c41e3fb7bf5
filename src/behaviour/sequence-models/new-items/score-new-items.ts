/**
 * The scores of items that a query ranks, new ones among them. A new item's score is made of those of its
 * neighbours after the same history.
 *
 * I items of the catalogue; new items have the numbers from I on.
 */
import { type OpenModel, UNKNOWN_SCORE } from '../models/architecture.ts';
import type { ItemNames } from '../serving/item-names.ts';
import { type ReadHistory, scoresOf } from '../serving/scores-of.ts';
import type { NumberedNewItems } from './number-new-items.ts';
import { scoreOfNew } from './rank-new-items.ts';

type Names = Pick<ItemNames, 'ids' | 'numberOf'>;
type ScoringModel = Pick<OpenModel, 'score' | 'scoreCandidates'>;

/** `scoreOf`: of a known item, before boosts. NaN: no neighbour has a score. In the order of `numbers`. */
export function newScores(
  names: Names,
  { items }: NumberedNewItems,
  numbers: Uint32Array,
  scoreOf: (item: number) => number | undefined,
): Float32Array {
  const known = (itemId: string) => {
    const number = names.numberOf(itemId);
    const score = number === undefined ? undefined : scoreOf(number);
    return score === undefined || score <= UNKNOWN_SCORE ? undefined : score;
  };
  return Float32Array.from(numbers, (number) => scoreOfNew(items[number - names.ids.length]!, known));
}

/** In the order of `numbers`, which may be of known and of new items. */
export async function scoresWithNew(
  model: ScoringModel,
  names: Names,
  read: ReadHistory,
  numbers: Uint32Array,
  fresh: NumberedNewItems | undefined,
): Promise<Float32Array> {
  if (fresh === undefined) return scoresOf(model, read, numbers);
  const I = names.ids.length;
  const known = Uint32Array.from(withNeighbours(names, fresh, numbers));
  const scores = known.length === 0 ? new Float32Array() : await scoresOf(model, read, known);
  const at = new Map(Array.from(known, (item, position) => [item, position]));
  const scoreOf = (item: number) => scores[at.get(item)!];
  const ofNew = newScores(
    names,
    fresh,
    numbers.filter((number) => number >= I),
    scoreOf,
  ).values();
  return Float32Array.from(numbers, (number) => (number < I ? scoreOf(number)! : ofNew.next().value!));
}

function withNeighbours(names: Names, { items }: NumberedNewItems, numbers: Uint32Array): Set<number> {
  const I = names.ids.length;
  const known = new Set<number>();
  for (const number of numbers) {
    if (number < I) known.add(number);
    else
      for (const { itemId } of items[number - I]!.neighbours) {
        const neighbour = names.numberOf(itemId);
        if (neighbour !== undefined) known.add(neighbour);
      }
  }
  return known;
}

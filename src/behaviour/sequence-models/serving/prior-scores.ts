/** Scores of the catalogue by what is known of a person without a history. */
import type { PriorScores } from '../people/prior-scores.ts';
import type { ItemNames } from './item-names.ts';

/** [I]. Items that the catalogue lacks are left out. */
export function priorScores(names: ItemNames, { itemIds, scores, otherwise }: PriorScores): Float32Array {
  const all = new Float32Array(names.ids.length).fill(otherwise);
  for (const [at, id] of itemIds.entries()) {
    const item = names.numberOf(id);
    if (item !== undefined) all[item] = scores[at]!;
  }
  return all;
}

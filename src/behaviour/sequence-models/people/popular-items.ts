/** How many people took each item. An item counts once a person. */
import type { Histories } from '../histories/histories.ts';

export interface PopularItems {
  /** By item [I]. */
  readonly takers: Float64Array;
  /** The sum of `takers`. */
  readonly total: number;
}

/** `counts`: whether an event counts, by its person and its position; absent: all do. */
export function popularItems(
  { itemIds, offsets, items }: Histories,
  counts: (person: number, at: number) => boolean = () => true,
): PopularItems {
  const takers = new Float64Array(itemIds.length);
  // By item: the number of the last person who took it, plus one.
  const lastBy = new Uint32Array(itemIds.length);
  let total = 0;
  for (let person = 0; person + 1 < offsets.length; person++)
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) {
      const item = items[at]!;
      if (lastBy[item] === person + 1 || !counts(person, at)) continue;
      lastBy[item] = person + 1;
      takers[item]!++;
      total++;
    }
  return { takers, total };
}

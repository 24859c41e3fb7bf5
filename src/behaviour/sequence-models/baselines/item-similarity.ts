/**
 * The similarity of items: cosine = people with both items / √(people with one · people with the other)
 * (Sarwar et al. 2001). All rows together would be I² numbers. A row is therefore computed when it is
 * requested, from the people of its item, and cached. The work for all rows is Σ n² over people with n items.
 * Only the last 2,500 items of a person count.
 *
 * I items.
 */
import { LRUCache } from 'lru-cache';
import { foldRepeats } from '../histories/fold-repeats.ts';
import type { Histories } from '../histories/histories.ts';

/** The other items that at least one person has together with this one, and their cosines in (0, 1]. */
export interface SimilarityRow {
  readonly items: Uint32Array;
  readonly cosines: Float64Array;
}

export interface ItemSimilarity {
  /** I */
  readonly itemCount: number;
  row(item: number): SimilarityRow;
}

const MAX_ITEMS_A_PERSON = 2500;
const BYTES_AN_ENTRY = 12;
/** The maximum memory of cached rows. */
const MAX_CACHED_BYTES = 256 * 2 ** 20;

export function itemSimilarity(train: Histories): ItemSimilarity {
  const histories = foldRepeats(train);
  const { starts, people } = peopleByItem(histories);
  const I = histories.itemIds.length;
  const common = new Float64Array(I);
  const personCount = (item: number) => starts[item + 1]! - starts[item]!;
  const kept = new LRUCache<number, SimilarityRow>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ items }) => 1 + items.length * BYTES_AN_ENTRY,
  });
  const count = (item: number): SimilarityRow => {
    const cooccurring = countCommon(
      histories,
      people.subarray(starts[item]!, starts[item + 1]!),
      item,
      common,
    );
    const cosines = Float64Array.from(
      cooccurring,
      (other) => common[other]! / Math.sqrt(personCount(item) * personCount(other)),
    );
    for (const other of cooccurring) common[other] = 0;
    return { items: Uint32Array.from(cooccurring), cosines };
  };
  return {
    itemCount: I,
    row: (item) => {
      const row = kept.get(item) ?? count(item);
      kept.set(item, row);
      return row;
    },
  };
}

/** The people of item i are `people` from `starts[i]` up to, not including, `starts[i + 1]`, ascending. */
function peopleByItem({ offsets, items, itemIds }: Histories) {
  const starts = new Uint32Array(itemIds.length + 1);
  for (const item of items) starts[item + 1]!++;
  for (let item = 0; item < itemIds.length; item++) starts[item + 1]! += starts[item]!;
  const next = starts.slice();
  const people = new Uint32Array(items.length);
  for (let person = 0; person + 1 < offsets.length; person++)
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) people[next[items[at]!]!++] = person;
  return { starts, people };
}

/**
 * Adds to `common` [I], for each other item, the number of these people who have it. Returns the items with a
 * count above 0, in order of first occurrence.
 */
function countCommon(
  { offsets, items }: Histories,
  people: Uint32Array,
  item: number,
  common: Float64Array,
): readonly number[] {
  const cooccurring: number[] = [];
  for (const person of people) {
    const end = offsets[person + 1]!;
    for (let at = Math.max(offsets[person]!, end - MAX_ITEMS_A_PERSON); at < end; at++) {
      const other = items[at]!;
      if (other === item) continue;
      if (common[other] === 0) cooccurring.push(other);
      common[other]!++;
    }
  }
  return cooccurring;
}

/**
 * The similarity of items by the people who had both: cosine = |both| / √(|one| · |other|) (Sarwar et al.
 * 2001). A row is computed on request from the people of its item, because all rows together would be I²
 * numbers. The work is Σ n² over people with n items; only the last items of a person with very many count.
 *
 * I items.
 */
import { LRUCache } from 'lru-cache';
import { foldRepeats } from '../histories/fold-repeats.ts';
import type { Histories } from '../histories/histories.ts';
import { transpose } from './transpose.ts';

/** The other items that at least one person had together with this one, and their cosines in (0, 1]. */
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
const MAX_KEPT_BYTES = 256 * 2 ** 20;

export function itemSimilarity(train: Histories): ItemSimilarity {
  const histories = foldRepeats(train);
  const { starts, people } = transpose(histories);
  const I = histories.itemIds.length;
  const common = new Float64Array(I);
  const hadBy = (item: number) => starts[item + 1]! - starts[item]!;
  const kept = new LRUCache<number, SimilarityRow>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ items }) => 1 + items.length * BYTES_AN_ENTRY,
  });
  const count = (item: number): SimilarityRow => {
    const met = countCommon(histories, people.subarray(starts[item]!, starts[item + 1]!), item, common);
    const cosines = Float64Array.from(met, (other) => common[other]! / Math.sqrt(hadBy(item) * hadBy(other)));
    for (const other of met) common[other] = 0;
    return { items: Uint32Array.from(met), cosines };
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

/** Counts the other items of these people; returns the items met, in order of first occurrence. */
function countCommon(
  { offsets, items }: Histories,
  people: Uint32Array,
  item: number,
  common: Float64Array,
): readonly number[] {
  const met: number[] = [];
  for (const person of people) {
    const end = offsets[person + 1]!;
    for (let at = Math.max(offsets[person]!, end - MAX_ITEMS_A_PERSON); at < end; at++) {
      const other = items[at]!;
      if (other === item) continue;
      if (common[other] === 0) met.push(other);
      common[other]!++;
    }
  }
  return met;
}

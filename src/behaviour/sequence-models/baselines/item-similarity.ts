/**
 * The similarity of items: cosine = people with both items / √(people with one · people with the other)
 * (Sarwar et al. 2001). All rows together would be I² numbers. A row is therefore computed when it is
 * requested, from the people of its item, and cached. The work for all rows is Σ n² over people with n items.
 * Only the last 2,500 items of a person count. Where kinds of events have weights it is the cosine of these: each
 * person counts the product of the weights of the two items, and 0 if one was turned down.
 *
 * I items.
 */
import { LRUCache } from 'lru-cache';
import { foldRepeats } from '../histories/fold-repeats.ts';
import type { Histories } from '../histories/histories.ts';
import { relativeWeights } from '../histories/relative-weights.ts';

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
  const weights = relativeWeights(histories);
  const { starts, people, positions } = peopleByItem(histories);
  const I = histories.itemIds.length;
  const common = new Float64Array(I);
  const squares = squaredWeights(histories, weights);
  const kept = new LRUCache<number, SimilarityRow>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ items }) => 1 + items.length * BYTES_AN_ENTRY,
  });
  const count = (item: number): SimilarityRow => {
    const [from, to] = [starts[item]!, starts[item + 1]!];
    const holders = { people: people.subarray(from, to), positions: positions.subarray(from, to) };
    const cooccurring = countCommon(histories, weights, item, holders, common);
    const cosines = Float64Array.from(
      cooccurring,
      (other) => common[other]! / Math.sqrt(squares[item]! * squares[other]!),
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

/** The sum of the squared weights of each item; without weights the number of people with it [I]. */
function squaredWeights({ items, itemIds }: Histories, weights: Float64Array | null): Float64Array {
  const squares = new Float64Array(itemIds.length);
  for (const [at, item] of items.entries()) squares[item]! += weights === null ? 1 : weights[at]! ** 2;
  return squares;
}

interface Holders {
  /** Person numbers, ascending. */
  readonly people: Uint32Array;
  /** Their events with the item. */
  readonly positions: Uint32Array;
}

/** The people of item i, and their events, are those from `starts[i]` up to, not including, `starts[i + 1]`. */
function peopleByItem({ offsets, items, itemIds }: Histories) {
  const starts = new Uint32Array(itemIds.length + 1);
  for (const item of items) starts[item + 1]!++;
  for (let item = 0; item < itemIds.length; item++) starts[item + 1]! += starts[item]!;
  const next = starts.slice();
  const [people, positions] = [new Uint32Array(items.length), new Uint32Array(items.length)];
  for (let person = 0; person + 1 < offsets.length; person++)
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) {
      const slot = next[items[at]!]!++;
      people[slot] = person;
      positions[slot] = at;
    }
  return { starts, people, positions };
}

/**
 * Adds to `common` [I], for each other item, the number of these people who have it, or the sum of the products
 * of both weights. Returns the items with a sum above 0, in order of first occurrence.
 */
function countCommon(
  { offsets, items }: Histories,
  weights: Float64Array | null,
  item: number,
  { people, positions }: Holders,
  common: Float64Array,
): readonly number[] {
  const cooccurring: number[] = [];
  for (const [which, person] of people.entries()) {
    const own = weights?.[positions[which]!] ?? 1;
    const end = offsets[person + 1]!;
    for (let at = Math.max(offsets[person]!, end - MAX_ITEMS_A_PERSON); at < end; at++) {
      const other = items[at]!;
      const both = own * (weights?.[at] ?? 1);
      if (other === item || both === 0) continue;
      if (common[other] === 0) cooccurring.push(other);
      common[other]! += both;
    }
  }
  return cooccurring;
}

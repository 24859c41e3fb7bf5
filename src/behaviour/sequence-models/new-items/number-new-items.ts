/**
 * New items within one query. They have the numbers behind the catalogue, so that filters, boosts and rules
 * read them as they read known items.
 *
 * I items of the catalogue, N new ones with the numbers I … I + N - 1.
 */
import { norm } from '../../../platform/numeric/vectors.ts';
import type { ItemFilters } from '../filters/item-filters.ts';
import type { SentNewItem, SentNewItems } from '../serving/inference-protocol.ts';
import { compareBytes, type ItemNames } from '../serving/item-names.ts';

export interface NumberedNewItems {
  /** By number from I on [N]. */
  readonly items: readonly SentNewItem[];
  /** undefined: no new item has the id. */
  numberOf(id: string): number | undefined;
  /** Ranks of the ids among those of the catalogue, by their bytes [N]. */
  readonly byteRank: Float64Array;
}

/** Items that the catalogue has are no new ones. */
export function numberNewItems(
  names: ItemNames,
  sent: SentNewItems | undefined,
): NumberedNewItems | undefined {
  const items = (sent?.items ?? []).filter(({ itemId }) => names.numberOf(itemId) === undefined);
  if (items.length === 0) return undefined;
  const numbers = new Map(items.map(({ itemId }, at) => [itemId, names.ids.length + at]));
  return { items, numberOf: (id) => numbers.get(id), byteRank: byteRanks(names, items) };
}

/** Between those of the known ids before and behind. */
function byteRanks(names: ItemNames, items: readonly SentNewItem[]): Float64Array {
  const N = items.length;
  const ranks = new Float64Array(N);
  const order = [...items.keys()].sort((a, b) => compareBytes(items[a]!.itemId, items[b]!.itemId));
  for (const [nth, at] of order.entries())
    ranks[at] = names.idsBelow(items[at]!.itemId) - 1 + (nth + 1) / (N + 1);
  return ranks;
}

/** Filters over the catalogue and the new items behind it: masks [I + N]. */
export function filtersWithNewItems(
  filters: ItemFilters,
  { items }: Pick<NumberedNewItems, 'items'>,
): Pick<ItemFilters, 'compile'> {
  const ofNew = filters.over(items);
  return {
    compile(wire, path) {
      const known = filters.compile(wire, path);
      const own = ofNew(wire, path);
      const I = known.mask.length;
      const mask = new Uint8Array(I + own.length);
      mask.set(known.mask);
      mask.set(own, I);
      const passing = [...own.keys()].filter((at) => own[at] === 1).map((at) => I + at);
      return { mask, items: joined(known.items, passing) };
    },
  };
}

/**
 * Where a new item stands among the vectors of known ones: the mean of its neighbours by their weights, of unit
 * norm. null: no neighbour has a vector.
 */
export function vectorOfNew(
  { neighbours }: SentNewItem,
  names: Pick<ItemNames, 'numberOf'>,
  vectorOf: (item: number) => Float32Array | null,
  width: number,
): Float32Array | null {
  const sum = new Float32Array(width);
  for (const { itemId, weight } of neighbours) {
    const number = names.numberOf(itemId);
    const vector = number === undefined ? null : vectorOf(number);
    for (let d = 0; vector !== null && d < width; d++) sum[d]! += weight * vector[d]!;
  }
  const length = norm(sum);
  return length === 0 ? null : sum.map((value) => value / length);
}

function joined(known: Uint32Array, more: readonly number[]): Uint32Array {
  const all = new Uint32Array(known.length + more.length);
  all.set(known);
  all.set(more, known.length);
  return all;
}

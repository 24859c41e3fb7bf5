/**
 * The learned items, which have a row in the parameter tables: items with training events, and items that the
 * base model has learned. K of I items.
 */
import { countItems, eventCounts } from '../../baselines/popularity.ts';
import type { Histories } from '../../histories/histories.ts';

export interface LearnedItems {
  /** Item numbers by row, ascending [K]. */
  readonly items: Uint32Array;
  /** Row by item number; NO_ROW for the other items [I]. */
  readonly rows: Uint32Array;
  /** Training events of each row; 1 for an item that only the base model has learned [K]. */
  readonly counts: Float64Array;
  /** The same by the weights of the kinds of the events; 0 for an item that everybody turned down [K]. */
  readonly popularity: Float64Array;
}

export const NO_ROW = 0xffff_ffff;

/** `isKnown`: whether the base model has learned the item. */
export function learnedItems(train: Histories, isKnown: (item: number) => boolean): LearnedItems {
  const { itemIds } = train;
  const counts = eventCounts(train);
  const learned = Uint32Array.from(itemIds.keys()).filter((item) => counts[item]! > 0 || isKnown(item));
  const rows = new Uint32Array(itemIds.length).fill(NO_ROW);
  for (const [row, item] of learned.entries()) rows[item] = row;
  const weighed = countItems(train);
  const byRow = (own: Float64Array) =>
    Float64Array.from(learned, (item) => (counts[item] === 0 ? 1 : own[item]!));
  return { items: learned, rows, counts: byRow(counts), popularity: byRow(weighed) };
}

/**
 * A planted catalogue (`generative/planted-stock.ts`) at the time of the training: without the hits and without
 * every second dead item, which are appended afterwards.
 */
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import type { ItemCatalogue } from '../../src/behaviour/sequence-models/models/architecture.ts';
import type { Planted } from '../generative/planted-stock.ts';

export interface AppendedStock {
  /** The known items, numbered anew. */
  readonly catalogue: ItemCatalogue;
  readonly train: Histories;
  /** Numbers in the planted catalogue: of each known item, and of each appended one. */
  readonly known: readonly number[];
  readonly appended: readonly number[];
  /** By number in the planted catalogue: the number of a known item; -1 for an appended one. */
  readonly numberOf: Int32Array;
}

export function appendedStock({ catalogue, train, isHit, isDead }: Planted): AppendedStock {
  const known: number[] = [];
  const appended: number[] = [];
  const numberOf = new Int32Array(isHit.length).fill(-1);
  let dead = 0;
  for (const item of isHit.keys()) {
    if (isHit[item] === 1 || (isDead[item] === 1 && dead++ % 2 === 1)) appended.push(item);
    else numberOf[item] = known.push(item) - 1;
  }
  const { values, width } = catalogue.textVectors!;
  const kept = new Float32Array(known.length * width);
  for (const [at, item] of known.entries())
    kept.set(values.subarray(item * width, (item + 1) * width), at * width);
  const itemIds = known.map((item) => catalogue.itemIds[item]!);
  return {
    catalogue: { itemIds, textVectors: { values: kept, width }, createdAtMs: null },
    // Training has no event of an appended item.
    train: { ...train, itemIds, items: train.items.map((item) => numberOf[item]!) },
    ...{ known, appended, numberOf },
  };
}

/** The statistics of a dataset from which an architecture chooses its default settings. */
import type { Histories } from '../histories/histories.ts';
import type { DataShape } from '../models/architecture.ts';

export function shapeOf(
  { personIds, offsets, items }: Histories,
  itemCount: number,
  hasTexts: boolean,
): DataShape {
  const lengths = Uint32Array.from(personIds, (_, person) => offsets[person + 1]! - offsets[person]!).sort();
  const quantile = (share: number) => lengths[Math.floor(share * Math.max(0, lengths.length - 1))] ?? 0;
  return {
    people: personIds.length,
    items: itemCount,
    events: items.length,
    medianLength: quantile(0.5),
    longLength: quantile(0.95),
    hasTexts,
  };
}

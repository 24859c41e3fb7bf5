/** The statistics of a dataset that an architecture chooses its default settings from. */
import type { Histories } from '../histories/histories.ts';
import type { DataShape } from '../models/architecture.ts';

export function shapeOf(
  { personIds, offsets, items }: Histories,
  itemCount: number,
  hasTexts: boolean,
): DataShape {
  const lengths = Uint32Array.from(personIds, (_, person) => offsets[person + 1]! - offsets[person]!).sort();
  const at = (share: number) => lengths[Math.floor(share * Math.max(0, lengths.length - 1))] ?? 0;
  return {
    people: personIds.length,
    items: itemCount,
    events: items.length,
    medianLength: at(0.5),
    longLength: at(0.95),
    hasTexts,
  };
}

/** The statistics of a dataset from which an architecture chooses its default settings. */
import type { FeatureDeclarations } from '../../../contract/dataset-features.ts';
import type { Histories } from '../histories/histories.ts';
import type { DataShape } from '../models/architecture.ts';
import { gapsDiffer } from '../models/sequential/time-gaps.ts';

export function shapeOf(
  histories: Histories,
  itemCount: number,
  hasTexts: boolean,
  features: FeatureDeclarations = {},
): DataShape {
  const { personIds, offsets, items, contexts } = histories;
  const lengths = Uint32Array.from(personIds, (_, person) => offsets[person + 1]! - offsets[person]!).sort();
  const quantile = (share: number) => lengths[Math.floor(share * Math.max(0, lengths.length - 1))] ?? 0;
  return {
    people: personIds.length,
    items: itemCount,
    events: items.length,
    medianLength: quantile(0.5),
    longLength: quantile(0.95),
    hasTexts,
    hasFeatures: Object.values(features).some(({ type }) => type !== 'text' && type !== 'image_url'),
    hasGaps: gapsDiffer(histories),
    ...(contexts && { contextFeatures: Object.keys(contexts.declared) }),
  };
}

/**
 * The content of items that a fit reads beside their events: texts and features, each null where it reads
 * none.
 */
import type { FitProblem } from '../../architecture.ts';
import type { LearnedItems } from '../learned-items.ts';
import type { RecommenderContent } from '../model-files.ts';
import type { SequentialSettings } from '../settings.ts';
import type { ContentVectors } from './content-vectors.ts';
import { encodeFeatures } from './encode-features.ts';
import { type FeatureEncoding, featureEncoding } from './feature-encoding.ts';
import { centredTexts, type ItemTexts } from './item-texts.ts';

export interface ItemContent {
  readonly texts: ItemTexts | null;
  readonly features: (ContentVectors & { readonly encoding: FeatureEncoding }) | null;
}

/** `base`: the content of the base model's files, whose mean text and encoding are kept; null: no base. */
export function itemContent(
  { catalogue, settings }: Pick<FitProblem<SequentialSettings>, 'catalogue' | 'settings'>,
  { items: learned }: Pick<LearnedItems, 'items'>,
  base: Pick<RecommenderContent, 'parameters' | 'features'> | null,
): ItemContent {
  const { textVectors, features } = catalogue;
  const texts =
    !settings.itemTexts || textVectors === null
      ? null
      : centredTexts(textVectors, base?.parameters.get('text-mean')?.values);
  if (!settings.itemFeatures || features == null) return { texts, features: null };
  const items = catalogue.itemIds.length;
  const encoding = featureEncoding(features, { learned, items }, base?.features ?? null);
  if (encoding.width === 0) return { texts, features: null };
  return { texts, features: { ...encodeFeatures(features, encoding, items), encoding } };
}

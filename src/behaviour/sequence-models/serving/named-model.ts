/** A model that is open in this thread, with the ids and the attributes of its items. */
import { apiError } from '../../../contract/errors.ts';
import type { KeptModel } from '../adaptation/kept-model.ts';
import { type ItemFilters, itemFilters } from '../filters/item-filters.ts';
import { readItemAttributes } from '../items/attributes-file.ts';
import type { OpenModel } from '../models/architecture.ts';
import { type ItemNames, itemNames } from './item-names.ts';

export interface NamedModel {
  readonly modelId: string;
  readonly model: OpenModel;
  readonly names: ItemNames;
  readonly filters: ItemFilters;
}

export function nameModel(
  modelId: string,
  model: OpenModel,
  { catalogue, attributes }: Pick<KeptModel, 'catalogue' | 'attributes'>,
): NamedModel {
  const items = catalogue.item_ids.length;
  const source = attributes && {
    bytes: attributes.byteLength,
    read: () => readItemAttributes(attributes, items),
  };
  return { modelId, model, names: itemNames(catalogue.item_ids), filters: itemFilters(items, source) };
}

/** The model's item vectors [I × D]. 422 `capability_missing` if it has none. */
export function itemVectorsOf({ modelId, model }: NamedModel): Float32Array {
  if (model.itemVectors !== undefined) return model.itemVectors;
  throw apiError(
    'capability_missing',
    `The model ${modelId} has no vectors of single items, which similar items, item vectors and \`diversity\` need.`,
    { model_id: modelId, capability: 'item_vectors', capabilities: model.capabilities },
  );
}

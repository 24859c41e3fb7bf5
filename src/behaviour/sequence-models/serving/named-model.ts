/** A model that is open in this thread, with the ids of its items. */
import { apiError } from '../../../contract/errors.ts';
import type { ItemFilters } from '../filters/item-filters.ts';
import type { OpenModel } from '../models/architecture.ts';
import type { ItemNames } from './item-names.ts';

export interface NamedModel {
  readonly modelId: string;
  readonly model: OpenModel;
  readonly names: ItemNames;
  readonly filters: ItemFilters;
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

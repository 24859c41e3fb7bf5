/** Joins an open model with the other data of a query: the ids and the attributes of its items. */
import type { KeptModel } from '../adaptation/kept-model.ts';
import { itemFilters } from '../filters/item-filters.ts';
import { readItemAttributes } from '../items/attributes-file.ts';
import type { OpenModel } from '../models/architecture.ts';
import { itemNames } from './item-names.ts';
import type { NamedModel } from './named-model.ts';

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

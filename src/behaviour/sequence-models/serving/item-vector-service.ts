/** The vectors of a model's items for the HTTP layer. */
import type { TenantId } from '../../../contract/brands.ts';
import type {
  ItemVectors,
  ItemVectorsRequest,
  SimilarItems,
  SimilarItemsQuery,
} from '../../../contract/item-vectors.ts';
import type { ModelLookup } from '../adaptation/find-model.ts';
import { modelFor, nameOf } from './inference-service.ts';
import { assertDistinct } from './item-id-errors.ts';
import type { ModelServing } from './model-serving.ts';

export interface ItemVectorService {
  /** 404 `model_not_found`; 409 `model_not_ready`; 422 `capability_missing`, `unknown_item`. */
  similar(
    tenant: TenantId,
    modelId: string,
    query: SimilarItemsQuery,
  ): Promise<Omit<SimilarItems, 'request_id'>>;
  /** As `similar`, and 422 `duplicate_id`. */
  read(
    tenant: TenantId,
    modelId: string,
    request: ItemVectorsRequest,
  ): Promise<Omit<ItemVectors, 'request_id'>>;
}

export function createItemVectorService(models: ModelLookup, serving: ModelServing): ItemVectorService {
  return {
    async similar(tenant, modelId, { item_id, limit }) {
      const model = await modelFor(models, tenant, modelId, 'predict');
      const items = await serving.query(model, { kind: 'similar', itemId: item_id, limit });
      const fields = items.map(({ itemId, score }) => ({ item_id: itemId, similarity: score }));
      return { ...nameOf(model), item_id, items: fields };
    },
    async read(tenant, modelId, { item_ids }) {
      const model = await modelFor(models, tenant, modelId, 'predict');
      assertDistinct(item_ids, 'item_ids');
      const { values, width } = await serving.query(model, { kind: 'vectors', itemIds: item_ids });
      const items = item_ids.map((item_id, at) => ({ item_id, vector: vectorAt(values, width, at) }));
      return { ...nameOf(model), dimensions: width, items };
    },
  };
}

/** null for a vector of zeros, which belongs to an item of which the model knows nothing. */
function vectorAt(values: Float32Array, width: number, at: number): number[] | null {
  const vector = Array.from(values.subarray(at * width, (at + 1) * width));
  return vector.every((value) => value === 0) ? null : vector;
}

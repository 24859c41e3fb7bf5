/** The vectors of a model's items for the HTTP layer. */
import type { TenantId } from '../../../contract/brands.ts';
import type {
  ItemVectors,
  ItemVectorsRequest,
  SimilarItems,
  SimilarItemsRequest,
} from '../../../contract/item-vectors.ts';
import type { ModelLookup } from '../adaptation/find-model.ts';
import { modelFor, nameOf } from './inference-service.ts';
import { assertDistinct } from './item-id-errors.ts';
import type { ModelServing } from './model-serving.ts';
import { echoedFields, itemFields, leavingOutRejected, rankingQuery } from './prediction-fields.ts';
import { type RequestReaderParts, readerOf, readRequest } from './read-request.ts';

export interface ItemVectorService {
  /**
   * 404 `model_not_found`, and with `person_id` `user_not_found`, `dataset_not_found`; 409 `model_not_ready`;
   * 422 `capability_missing`, `unknown_item`, `unknown_filter`, `duplicate_id`, `history_too_long`; 503
   * `warming_up`; 400 for a filter of a wrong form and contradicting rules.
   */
  similar(
    tenant: TenantId,
    modelId: string,
    request: SimilarItemsRequest,
  ): Promise<Omit<SimilarItems, 'request_id'>>;
  /** 404 `model_not_found`; 409 `model_not_ready`; 422 `capability_missing`, `unknown_item`, `duplicate_id`. */
  read(
    tenant: TenantId,
    modelId: string,
    request: ItemVectorsRequest,
  ): Promise<Omit<ItemVectors, 'request_id'>>;
}

export function createItemVectorService(
  models: ModelLookup,
  serving: ModelServing,
  reader: RequestReaderParts,
): ItemVectorService {
  return {
    async similar(tenant, modelId, asked) {
      const model = await modelFor(models, tenant, modelId, 'predict');
      if (asked.candidate_item_ids !== undefined) assertDistinct(asked.candidate_item_ids);
      const { lenience, ...given } = await readRequest(reader, model, asked);
      const reads = asked.history !== undefined || readerOf(asked) !== undefined;
      const request = {
        ...leavingOutRejected(asked, given),
        ...lenience,
        long_history: reads ? lenience.long_history : 'error',
      } as const;
      const query = { ...rankingQuery(request, given), kind: 'similar', itemId: asked.item_id } as const;
      const answer = await serving.query(model, query);
      const { item_id, boosts } = asked;
      const items = answer.items.map((item) => ({
        item_id: item.itemId,
        similarity: item.networkScore!,
        ...(boosts !== undefined && { score: item.score }),
        ...itemFields(item),
      }));
      return { ...nameOf(model), item_id, items, ...echoedFields(request, answer) };
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

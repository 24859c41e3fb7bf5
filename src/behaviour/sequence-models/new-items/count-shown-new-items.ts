/**
 * Counts the new items of an answer, without the person, before it is sent. It stands around what draws an
 * answer from the lists of several models: only what is shown counts.
 */
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { NewItemStore } from '../../../platform/storage/new-item-store.ts';
import { findDataset } from '../../datasets/find-dataset.ts';
import type { ModelLookup } from '../adaptation/find-model.ts';
import { type InferenceService, modelFor } from '../serving/inference-service.ts';

export interface CountShownParts {
  readonly inference: InferenceService;
  readonly models: ModelLookup;
  readonly datasets: Pick<DatasetStore, 'getKept'>;
  readonly newItems: Pick<NewItemStore, 'addShown'>;
}

export function countShownNewItems({
  inference,
  models,
  datasets,
  newItems,
}: CountShownParts): InferenceService {
  return {
    ...inference,
    async predict(tenant, modelId, request) {
      const answer = await inference.predict(tenant, modelId, request);
      if (request.new_items === undefined) return answer;
      const { datasetId } = await modelFor(models, tenant, answer.model_id, 'predict');
      const { name } = await findDataset({ get: datasets.getKept }, tenant, datasetId);
      const itemIds = answer.items.filter(({ new_item }) => new_item).map(({ item_id }) => item_id);
      await newItems.addShown({ tenantId: tenant, name, places: answer.items.length, itemIds });
      return answer;
    },
  };
}

/**
 * A bundle has data of every dataset that a model learned from: item ids, and learned weights. The terms of
 * each dataset therefore hold for it.
 */

import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { Model, ModelStore } from '../../../platform/storage/model-store.ts';
import { assertExportable } from '../../datasets/access-terms.ts';
import { itemSources } from '../items/item-sources.ts';

export interface ExportStores {
  readonly models: Pick<ModelStore, 'get'>;
  readonly datasets: Pick<DatasetStore, 'getKept'>;
}

/** 403 `access_denied`. */
export async function assertModelExportable(
  stores: ExportStores,
  model: Pick<Model, 'tenantId' | 'datasetId' | 'baseModelId'>,
): Promise<void> {
  const { models, datasets } = stores;
  const kept = { get: datasets.getKept };
  for (const dataset of await itemSources({ models, datasets: kept }, model)) assertExportable(dataset);
}

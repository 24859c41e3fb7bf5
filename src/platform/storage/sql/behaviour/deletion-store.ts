/** The store of deletions: of datasets, models and tokenizers. */
import type { DeletionStore } from '../../deletion-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import { datasetUsedBy, exportsOf } from './delete-resources.ts';

export function deletionStore({ db, write }: SqlStoreParts): DeletionStore {
  return {
    datasetUsedBy: (tenant, dataset) => datasetUsedBy(db, tenant, dataset),
    exportsOf: (tenant, datasetId) => exportsOf(db, tenant, datasetId),
    dataset: (tenant, datasetId) => write('deleteDataset', tenant, datasetId),
    model: (tenant, modelId) => write('deleteModel', tenant, modelId),
    tokenizer: (tenant, tokenizerId) => write('deleteTokenizer', tenant, tokenizerId),
  };
}

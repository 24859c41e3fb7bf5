/** The datasets that have the texts of a model's items: its own, then those of its chain of base models. */
import type { Dataset, DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { Model, ModelStore } from '../../../platform/storage/model-store.ts';

export async function itemSources(
  {
    models,
    datasets,
  }: { readonly models: Pick<ModelStore, 'get'>; readonly datasets: Pick<DatasetStore, 'get'> },
  model: Pick<Model, 'tenantId' | 'datasetId' | 'baseModelId'>,
): Promise<readonly Dataset[]> {
  const found: Dataset[] = [];
  for (let next: typeof model | null = model; next !== null; ) {
    const { tenantId, datasetId, baseModelId }: typeof model = next;
    const dataset = await datasets.get(tenantId, datasetId);
    if (dataset !== null && !found.some((other) => other.datasetId === datasetId)) found.push(dataset);
    next = baseModelId === null ? null : await models.get(tenantId, baseModelId);
  }
  return found;
}

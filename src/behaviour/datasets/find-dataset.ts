/** Looks up datasets by id; throws the error of the API. */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { Dataset, DatasetStore } from '../../platform/storage/dataset-store.ts';

/** 404 `dataset_not_found`, also for datasets of other tenants and for unfinished imports. */
export async function findDataset(
  datasets: Pick<DatasetStore, 'get'>,
  tenant: TenantId,
  datasetId: string,
): Promise<Dataset> {
  const dataset = await datasets.get(tenant, datasetId);
  if (dataset !== null) return dataset;
  throw apiError(
    'dataset_not_found',
    `There is no dataset ${datasetId} in this workspace. GET /v1/datasets lists those that are ready.`,
    { dataset_id: datasetId },
  );
}

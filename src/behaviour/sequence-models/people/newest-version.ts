/** The version of a model's dataset that people are read from. */
import type { TenantId } from '../../../contract/brands.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { findDataset } from '../../datasets/find-dataset.ts';

/**
 * The newest version of the name, or this one where it is newer than those that are left. 404
 * `dataset_not_found`.
 */
export async function newestVersion(
  datasets: Pick<Store['datasets'], 'getKept' | 'newest'>,
  tenant: TenantId,
  datasetId: string,
): Promise<Dataset> {
  const own = await findDataset({ get: datasets.getKept }, tenant, datasetId);
  const newest = await datasets.newest(tenant, own.name);
  return newest !== null && newest.version > own.version ? newest : own;
}

/** A version that is cut while its waiting events are read takes these over; both are then read again. */
export async function newestWithPending<Pending>(
  datasets: Pick<Store['datasets'], 'getKept' | 'newest'>,
  { tenantId, datasetId }: { readonly tenantId: TenantId; readonly datasetId: string },
  pendingOf: (dataset: Dataset) => Promise<Pending>,
): Promise<{ readonly dataset: Dataset; readonly pending: Pending }> {
  for (let dataset = await newestVersion(datasets, tenantId, datasetId); ; ) {
    const pending = await pendingOf(dataset);
    const newest = await newestVersion(datasets, tenantId, datasetId);
    if (newest.datasetId === dataset.datasetId) return { dataset, pending };
    dataset = newest;
  }
}

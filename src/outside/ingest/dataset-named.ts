import type { TenantId } from '../../contract/brands.ts';
import { clip } from '../../contract/clip.ts';
import { apiError } from '../../contract/errors.ts';
import type { DatasetStore } from '../../platform/storage/dataset-store.ts';

/** The id of a dataset's newest version, by an id or the name. Throws 404 `dataset_not_found`. */
export async function datasetNamed(
  datasets: Pick<DatasetStore, 'get' | 'newest'>,
  tenant: TenantId,
  named: string,
): Promise<string> {
  const found = (await datasets.get(tenant, named)) ?? (await datasets.newest(tenant, named));
  if (found !== null) return found.datasetId;
  throw apiError(
    'dataset_not_found',
    `There is no dataset «${clip(named)}»; name one by its id or its name.`,
    {
      dataset_id: named,
    },
  );
}

/**
 * Datasets that certainly do not name a person. A dataset without an index of its people may name anyone; so
 * may one that is being imported. The index has no false negatives, so an erasure may leave these datasets
 * out.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { Dataset, DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { IdIndexes } from './read-id-index.ts';

export type DatasetsWithout = (tenant: TenantId, personId: string) => Promise<readonly string[]>;

const PAGE = 100;

export function createDatasetsWithout(
  datasets: Pick<DatasetStore, 'listKept'>,
  ids: IdIndexes,
): DatasetsWithout {
  return async (tenant, personId) => {
    const without: string[] = [];
    for await (const dataset of readyDatasets(datasets, tenant))
      if (await isWithout(ids, dataset, personId)) without.push(dataset.datasetId);
    return without;
  };
}

async function* readyDatasets(datasets: Pick<DatasetStore, 'listKept'>, tenant: TenantId) {
  for (let before: string | null = null; ; ) {
    const page: readonly Dataset[] = await datasets.listKept(tenant, { before, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)!.datasetId;
  }
}

async function isWithout(ids: IdIndexes, dataset: Dataset, personId: string): Promise<boolean> {
  if (!(await ids.has(dataset, ['people']))) return false;
  try {
    const [found] = await ids.lookUp(dataset, 'people', [{ id: personId, line: null }]);
    return found === 'none';
  } catch {
    // The files were written again meanwhile, or the dataset was deleted. An erasure then treats it as a
    // dataset without an index.
    return false;
  }
}

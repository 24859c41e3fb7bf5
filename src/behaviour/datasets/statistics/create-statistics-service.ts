/**
 * Statistics of datasets for callers. An import measures its dataset, so a request reads one small file. A
 * dataset without that file is measured once, on its first request.
 */

import type { TenantId } from '../../../contract/brands.ts';
import type { DatasetStatisticsFields } from '../../../contract/dataset-statistics.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Dataset, DatasetStore } from '../../../platform/storage/dataset-store.ts';
import { waitOrRetry } from '../../../platform/threads/wait-or-retry.ts';
import { findDataset } from '../find-dataset.ts';
import { readStatistics, statisticsKey } from './read-statistics.ts';

export interface DatasetStatisticsService {
  /** 404 `dataset_not_found`; 503 `warming_up` while a large dataset is being measured. */
  get(tenant: TenantId, datasetId: string): Promise<DatasetStatisticsFields>;
}

export interface StatisticsParts {
  readonly datasets: Pick<DatasetStore, 'get'>;
  readonly artifacts: Pick<ArtifactStore, 'stat' | 'read'>;
  /** Measures the dataset outside of this thread and keeps the statistics as a file. */
  readonly keep: (dataset: Dataset) => Promise<void>;
  /** The longest time for which a request waits for the measurement, ms. */
  readonly waitMs?: number;
}

export function createStatisticsService(parts: StatisticsParts): DatasetStatisticsService {
  /** By key: requests for one dataset wait for one measurement. */
  const underWay = new Map<string, Promise<void>>();

  function measured(dataset: Dataset): Promise<void> {
    const key = statisticsKey(dataset);
    const earlier = underWay.get(key);
    if (earlier !== undefined) return earlier;
    const measuring = parts.keep(dataset).finally(() => underWay.delete(key));
    underWay.set(key, measuring);
    return measuring;
  }

  return {
    async get(tenant, datasetId) {
      const dataset = await findDataset(parts.datasets, tenant, datasetId);
      const kept = await readStatistics(parts.artifacts, dataset);
      if (kept !== null) return kept;
      const message = `The dataset ${datasetId} is being measured for the first time. Ask again in some seconds; later requests are answered at once.`;
      await waitOrRetry(measured(dataset), message, parts.waitMs);
      return (await readStatistics(parts.artifacts, dataset))!;
    },
  };
}

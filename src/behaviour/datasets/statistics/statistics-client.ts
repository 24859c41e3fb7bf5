/** The caller's end of the thread that measures and indexes datasets. It starts with the first request. */
import type { ArtifactLocation } from '../../../platform/artifacts/artifact-location.ts';
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';
import type { StatisticsAnswer, StatisticsRequest, StatisticsSetup } from './statistics-protocol.ts';

const script = new URL('./statistics-worker.ts', import.meta.url);

export interface StatisticsClient {
  /** Measures the dataset and keeps the statistics as a file. Rejects for damaged files. */
  keep(dataset: SnapshotOfDataset): Promise<void>;
  /** Keeps the index of its ids as files. */
  keepIds(dataset: SnapshotOfDataset): Promise<void>;
  close(): Promise<void>;
}

export function createStatisticsClient(artifacts: ArtifactLocation): StatisticsClient {
  const data: StatisticsSetup = { artifacts };
  const worker = new WorkerClient<StatisticsRequest, StatisticsAnswer>(script, {
    name: 'dataset statistics',
    data,
  });
  const made = async (dataset: SnapshotOfDataset, make: StatisticsRequest['make']) => {
    const { tenantId, datasetId, files, itemCount, eventCount, features, declaredEvents, erased } = dataset;
    const read = { tenantId, datasetId, files, itemCount, eventCount, features, declaredEvents, erased };
    await worker.call({ dataset: read, make });
  };
  return {
    keep: (dataset) => made(dataset, 'statistics'),
    keepIds: (dataset) => made(dataset, 'ids'),
    close: () => worker.close(),
  };
}

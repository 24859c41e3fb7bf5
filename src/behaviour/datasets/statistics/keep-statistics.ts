/** Measures a dataset once and keeps the statistics as a file. */

import type { DatasetStatisticsFields } from '../../../contract/dataset-statistics.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { writeArtifact } from '../../../platform/artifacts/write-artifact.ts';
import { readSnapshot, type SnapshotOfDataset } from '../snapshot/read-snapshot.ts';
import { makeStatistics } from './make-statistics.ts';
import { readStatistics, statisticsKey } from './read-statistics.ts';

/** Measures the dataset and keeps the result. Throws `signal.reason`, and an Error for damaged files. */
export async function keepStatistics(
  artifacts: ArtifactStore,
  dataset: SnapshotOfDataset,
  signal: AbortSignal,
): Promise<DatasetStatisticsFields> {
  const kept = await readStatistics(artifacts, dataset);
  if (kept !== null) return kept;
  const snapshot = await readSnapshot(artifacts, dataset);
  const statistics = await makeStatistics(dataset.datasetId, snapshot, signal);
  try {
    await writeArtifact(artifacts, statisticsKey(dataset), Buffer.from(JSON.stringify(statistics)));
  } catch (error) {
    // Another process has written the same statistics meanwhile.
    if ((await artifacts.stat(statisticsKey(dataset))) === null) throw error;
  }
  return statistics;
}

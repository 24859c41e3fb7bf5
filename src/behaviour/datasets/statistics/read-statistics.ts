/**
 * Statistics as a file beside those of the dataset. Its name has the checksums of the measured files, so the
 * statistics of changed files are never taken for those of the dataset.
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { DatasetStatisticsFields } from '../../../contract/dataset-statistics.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';

/** Another form of the statistics has another number: they are then measured again. */
const FORMAT = 2;
const HASH_CHARACTERS = 16;

export function statisticsKey({ tenantId, datasetId, files }: SnapshotOfDataset): string {
  const hash = createHash('sha256')
    .update(files.map(({ sha256 }) => sha256).join())
    .digest('hex');
  return artifactKey(
    tenantId,
    'datasets',
    datasetId,
    `statistics-${FORMAT}-${hash.slice(0, HASH_CHARACTERS)}.json`,
  );
}

/** null: they have not been measured. */
export async function readStatistics(
  artifacts: Pick<ArtifactStore, 'stat' | 'read'>,
  dataset: SnapshotOfDataset,
): Promise<DatasetStatisticsFields | null> {
  const key = statisticsKey(dataset);
  if ((await artifacts.stat(key)) === null) return null;
  return JSON.parse((await buffer(artifacts.read(key))).toString()) as DatasetStatisticsFields;
}

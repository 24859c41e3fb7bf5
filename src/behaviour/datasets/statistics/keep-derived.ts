/** Measures a new snapshot, and indexes its people, so that an erasure knows which versions name a person. */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { keepPeopleIndex } from '../ids/keep-id-index.ts';
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';
import { keepStatistics } from './keep-statistics.ts';

/** Files that exist are not made again. Throws `signal.reason`, and an Error for damaged files. */
export async function keepDerived(
  artifacts: ArtifactStore,
  dataset: SnapshotOfDataset,
  signal: AbortSignal,
): Promise<void> {
  const { people } = await keepStatistics(artifacts, dataset, signal);
  const withAttributes = dataset.files.find(({ part }) => part === 'people')?.rows ?? 0;
  await keepPeopleIndex(artifacts, dataset, people + withAttributes, signal);
}

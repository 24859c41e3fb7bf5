/** Messages of the thread that reads whole datasets: it measures them, and indexes their ids. */
import type { ArtifactLocation } from '../../../platform/artifacts/artifact-location.ts';
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';

export interface StatisticsSetup {
  readonly artifacts: ArtifactLocation;
}

export interface StatisticsRequest {
  readonly dataset: SnapshotOfDataset;
  readonly make: 'statistics' | 'ids';
}

/** An answer has no content: the results are kept as files. */
export type StatisticsAnswer = null;

/** Messages of the thread that measures datasets. */
import type { ArtifactLocation } from '../../artifacts/artifact-location.ts';
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';

export interface StatisticsSetup {
  readonly artifacts: ArtifactLocation;
}

export interface StatisticsRequest {
  readonly dataset: SnapshotOfDataset;
}

/** The statistics are then kept as a file. */
export type StatisticsAnswer = null;

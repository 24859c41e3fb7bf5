/** Messages of the thread that measures datasets. */
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';

export interface StatisticsSetup {
  /** The folder of the artifact store. */
  readonly artifacts: string;
}

export interface StatisticsRequest {
  readonly dataset: SnapshotOfDataset;
}

/** The statistics are then kept as a file. */
export type StatisticsAnswer = null;

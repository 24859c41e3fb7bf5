/** Messages of the thread that reads the events of people. */
import type { ArtifactLocation } from '../../../platform/artifacts/artifact-location.ts';
import type { SnapshotOfDataset } from '../../datasets/snapshot/read-snapshot.ts';
import type { HistorySettings } from '../histories/collect-histories.ts';

export interface PeopleSetup {
  readonly artifacts: ArtifactLocation;
}

export interface PeopleRequest {
  readonly dataset: SnapshotOfDataset;
  readonly selection: EventSelection;
  readonly personId: string;
}

export type EventSelection = Pick<HistorySettings, 'kinds' | 'minValue'>;

/** Oldest first, repeats included; empty: the dataset has no such event of the person. */
export interface PersonEvents {
  readonly itemIds: readonly string[];
  /** Epoch ms. */
  readonly timestampsMs: Float64Array;
  /** Items that the person turned down, each once. */
  readonly rejected: TimedItems;
}

export interface TimedItems {
  readonly itemIds: readonly string[];
  /** Epoch ms. */
  readonly timestampsMs: Float64Array;
}

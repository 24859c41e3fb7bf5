/**
 * Writes the snapshot of a dataset that has a row in the store, and measures it. The names of the files are
 * unique to the attempt, because an earlier attempt may have left files.
 */

import { newUlid } from '../../../contract/new-id.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { TaskContext } from '../../../platform/jobs/task.ts';
import type { Dataset, SnapshotMade } from '../../../platform/storage/dataset-store.ts';
import { makeSnapshot, type RowSource, type SnapshotTools } from '../make-snapshot.ts';
import { snapshotKeys } from '../snapshot/snapshot-writer.ts';
import { keepDerived } from '../statistics/keep-derived.ts';

export interface WriteTools extends SnapshotTools {
  /** Epoch ms. */
  readonly clock: () => number;
}

/** Share of the snapshot in the progress. The rest is its statistics. */
const SNAPSHOT_SHARE = 0.9;

export async function writeDataset(
  tools: WriteTools,
  dataset: Dataset,
  source: RowSource,
  { signal, progress }: Pick<TaskContext, 'signal' | 'progress'>,
): Promise<SnapshotMade> {
  const { tenantId, datasetId } = dataset;
  const attempt = newUlid();
  const keys = snapshotKeys(dataset, (part) =>
    artifactKey(tenantId, 'datasets', datasetId, `${part}-${attempt}.parquet`),
  );
  const made = await makeSnapshot(tools, tenantId, source, keys, signal, (done) =>
    progress(done.share * SNAPSHOT_SHARE, { items: done.items, events: done.events }),
  );
  await keepDerived(tools.artifacts, { ...dataset, ...made }, signal);
  return { ...made, readyAt: new Date(tools.clock()).toISOString() };
}

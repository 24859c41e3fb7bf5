/**
 * The task `dataset_snapshot`: writes the next version of a dataset, with the rows that were appended. The
 * end of the job makes the version ready and removes these rows in one transaction. If another version has
 * become ready meanwhile, it may have taken rows, so the job begins again from it.
 */
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { AppendStore } from '../../../platform/storage/append-store.ts';
import type { Dataset, DatasetStore } from '../../../platform/storage/dataset-store.ts';
import { mergedRows } from '../appends/merged-rows.ts';
import { completed, datasetFields } from '../dataset-fields.ts';
import { keepIdIndexes } from '../ids/keep-id-index.ts';
import { createIdIndexes } from '../ids/read-id-index.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { importedDatasetId } from './import-kind.ts';
import { snapshotKind } from './snapshot-kind.ts';
import { type WriteTools, writeDataset } from './write-dataset.ts';

export interface SnapshotDependencies extends WriteTools {
  readonly datasets: Pick<DatasetStore, 'find' | 'newest' | 'renewVersion'>;
  readonly appends: AppendStore;
}

export function createSnapshotTask(dependencies: SnapshotDependencies): Task {
  return { ...snapshotKind, run: (context) => runSnapshot(dependencies, context) };
}

async function runSnapshot(dependencies: SnapshotDependencies, context: TaskContext): Promise<TaskResult> {
  const { tenantId } = context.job;
  const { dataset, base } = await versionsOf(dependencies, context);
  const { made, taken, upTo } = await cutFrom(dependencies, base, dataset, context);
  const { items, events, changed, unresolved } = taken;
  return {
    result: {
      dataset: datasetFields(completed(dataset, made)),
      taken: { items, events },
      left_out: { changed, unresolved },
    },
    changes: [
      { name: 'takeAppended', args: [tenantId, dataset.name, upTo, base.datasetId] },
      { name: 'completeDataset', args: [tenantId, dataset.datasetId, made] },
    ],
  };
}

/** The version that is made, and the newest one, which it follows. A later request may have come first. */
async function versionsOf(
  { datasets }: SnapshotDependencies,
  { job }: TaskContext,
): Promise<{ readonly dataset: Dataset; readonly base: Dataset }> {
  const { tenantId } = job;
  const datasetId = importedDatasetId(job);
  const found = await datasets.find(tenantId, datasetId);
  if (found === null) throw new Error(`dataset ${datasetId} of ${tenantId}, which is to be cut, has no row`);
  const base = await datasets.newest(tenantId, found.name);
  if (base === null) throw new Error(`no version of «${found.name}» is left to append to`);
  const dataset = found.version > base.version ? found : await datasets.renewVersion(tenantId, datasetId);
  return { dataset: dataset ?? found, base };
}

async function cutFrom(
  { artifacts, appends, ...dependencies }: SnapshotDependencies,
  base: Dataset,
  dataset: Dataset,
  context: TaskContext,
) {
  await keepIdIndexes(artifacts, base, context.signal);
  const snapshot = await readSnapshot(artifacts, base);
  const upTo = await appends.lastPosition(base.tenantId, base.name);
  const parts = { appends, ids: createIdIndexes(artifacts) };
  const { source, taken } = mergedRows(parts, { base, snapshot, upTo });
  return { made: await writeDataset({ ...dependencies, artifacts }, dataset, source, context), taken, upTo };
}

/**
 * The task `dataset_snapshot`: writes the next version of a dataset, with the rows that were appended. The end of the
 * job makes the version ready and removes these rows in one transaction. A version that becomes ready meanwhile may
 * have taken rows, so the task then begins again from that one.
 */
import type { Task, TaskContext, TaskResult } from '../../jobs/task.ts';
import type { AppendStore } from '../../storage/append-store.ts';
import type { Dataset, DatasetStore, SnapshotMade } from '../../storage/dataset-store.ts';
import { mergedRows, type TakenRows } from '../appends/merged-rows.ts';
import { completed, datasetFields } from '../dataset-fields.ts';
import { keepIdIndexes } from '../ids/keep-id-index.ts';
import { createIdIndexes } from '../ids/read-id-index.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { importedDatasetId } from './import-kind.ts';
import { snapshotKind } from './snapshot-kind.ts';
import { type WriteTools, writeDataset } from './write-dataset.ts';

export interface SnapshotDependencies extends WriteTools {
  readonly datasets: Pick<DatasetStore, 'find' | 'newest'>;
  readonly appends: AppendStore;
}

const MAX_ATTEMPTS = 10;

export function createSnapshotTask(dependencies: SnapshotDependencies): Task {
  return { ...snapshotKind, run: (context) => runSnapshot(dependencies, context) };
}

async function runSnapshot(dependencies: SnapshotDependencies, context: TaskContext): Promise<TaskResult> {
  const { job } = context;
  const { tenantId } = job;
  const datasetId = importedDatasetId(job);
  const dataset = await dependencies.datasets.find(tenantId, datasetId);
  if (dataset === null)
    throw new Error(`dataset ${datasetId} of ${tenantId}, which is to be cut, has no row`);
  const { made, taken, upTo } = await cutOnce(dependencies, dataset, context);
  const { items, events, changed, unresolved } = taken;
  return {
    result: {
      dataset: datasetFields(completed(dataset, made)),
      taken: { items, events },
      left_out: { changed, unresolved },
    },
    changes: [
      { name: 'completeDataset', args: [tenantId, datasetId, made] },
      { name: 'dropAppended', args: [tenantId, dataset.name, upTo] },
    ],
  };
}

interface Cut {
  readonly made: SnapshotMade;
  readonly taken: TakenRows;
  readonly upTo: number;
}

async function cutOnce(
  dependencies: SnapshotDependencies,
  dataset: Dataset,
  context: TaskContext,
): Promise<Cut> {
  const { datasets } = dependencies;
  const newest = () => datasets.newest(dataset.tenantId, dataset.name);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const base = await newest();
    if (base === null) throw new Error(`no version of «${dataset.name}» is left to append to`);
    const cut = await cutFrom(dependencies, base, dataset, context);
    if ((await newest())?.datasetId === base.datasetId) return cut;
    await removeFiles(dependencies, cut.made);
  }
  throw new Error(`the newest version of «${dataset.name}» changed ${MAX_ATTEMPTS} times during the work`);
}

async function cutFrom(
  dependencies: SnapshotDependencies,
  base: Dataset,
  dataset: Dataset,
  context: TaskContext,
): Promise<Cut> {
  const { artifacts, appends } = dependencies;
  await keepIdIndexes(artifacts, base, context.signal);
  const snapshot = await readSnapshot(artifacts, base);
  const upTo = await appends.lastPosition(base.tenantId, base.name);
  const parts = { appends, ids: createIdIndexes(artifacts) };
  const { source, taken } = mergedRows(parts, { base, snapshot, upTo });
  return { made: await writeDataset(dependencies, dataset, source, context), taken, upTo };
}

async function removeFiles(
  { artifacts }: SnapshotDependencies,
  { files }: Pick<SnapshotMade, 'files'>,
): Promise<void> {
  for (const { key } of files) await artifacts.remove(key);
}

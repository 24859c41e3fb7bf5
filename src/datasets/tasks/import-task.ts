/**
 * The task `dataset_import`: reads staged rows or a source and writes a snapshot. The request has created the
 * row of the dataset; the end of the job completes or removes it in one transaction. A retry starts over with
 * new file names. Files of earlier attempts are collected later.
 */

import { artifactKey } from '../../artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { DatasetFeatures } from '../../contract/dataset-features.ts';
import { newUlid } from '../../contract/new-id.ts';
import type { Task, TaskContext, TaskResult } from '../../jobs/task.ts';
import type { DatasetStore, SnapshotMade } from '../../storage/dataset-store.ts';
import type { Job } from '../../storage/job.ts';
import { completed, datasetFields } from '../dataset-fields.ts';
import { makeSnapshot, type RowSource } from '../make-snapshot.ts';
import { jsonlRows } from '../rows/jsonl-rows.ts';
import { rowValidator } from '../rows/validate-row.ts';
import { snapshotKeys } from '../snapshot/snapshot-writer.ts';
import type { OpenDatasetSource } from '../sources/open-source.ts';
import { keepStatistics } from '../statistics/keep-statistics.ts';
import { type ImportInput, importedDatasetId, importKind } from './import-kind.ts';

export interface ImportDependencies {
  readonly datasets: DatasetStore;
  readonly artifacts: ArtifactStore;
  readonly openSource: OpenDatasetSource;
  readonly scratchFolder: string;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** Share of the snapshot in the progress. The rest is its statistics. */
const SNAPSHOT_SHARE = 0.9;

export function createImportTask(dependencies: ImportDependencies): Task {
  return { ...importKind, run: (context) => runImport(dependencies, context) };
}

async function runImport(dependencies: ImportDependencies, context: TaskContext): Promise<TaskResult> {
  const { job, signal } = context;
  try {
    return await makeDataset(dependencies, context);
  } catch (error) {
    // After a lost lease or a stop, the next attempt needs the staged rows.
    if (!signal.aborted || signal.reason === 'cancelled') await removeStaged(dependencies.artifacts, job);
    throw error;
  }
}

async function makeDataset(
  { datasets, artifacts, openSource, scratchFolder, clock }: ImportDependencies,
  { job, signal, progress }: TaskContext,
): Promise<TaskResult> {
  const { tenantId } = job;
  const datasetId = importedDatasetId(job);
  const dataset = await datasets.find(tenantId, datasetId);
  if (dataset === null)
    throw new Error(`dataset ${datasetId} of ${tenantId}, which is to be imported, has no row`);
  // The names are unique to the attempt, because an earlier attempt may have left files.
  const attempt = newUlid();
  const keys = snapshotKeys(dataset, (part) =>
    artifactKey(tenantId, 'datasets', datasetId, `${part}-${attempt}.parquet`),
  );
  const input = job.input as ImportInput;
  const source =
    input.from === 'staged'
      ? await stagedRows(artifacts, input.key, dataset.features)
      : await openSource({ ...input, features: dataset.features }, signal);
  const made = await makeSnapshot({ artifacts, scratchFolder }, source, keys, signal, (done) =>
    progress(done.share * SNAPSHOT_SHARE, { items: done.items, events: done.events }),
  );
  await keepStatistics(artifacts, { ...dataset, ...made }, signal);
  const snapshot: SnapshotMade = { ...made, readyAt: new Date(clock()).toISOString() };
  return {
    result: { dataset: datasetFields(completed(dataset, snapshot)) },
    changes: [{ name: 'completeDataset', args: [tenantId, datasetId, snapshot] }],
    afterwards: () => removeStaged(artifacts, job),
  };
}

async function stagedRows(
  artifacts: ArtifactStore,
  key: string,
  features: DatasetFeatures,
): Promise<RowSource> {
  const staged = await artifacts.stat(key);
  if (staged === null) throw new Error(`the staged rows ${key} are missing`);
  let read = 0;
  const counted = async function* () {
    for await (const chunk of artifacts.read(key)) {
      read += chunk.length;
      yield chunk;
    }
  };
  return {
    batches: jsonlRows(counted(), { file: 0, name: '' }, rowValidator(features)),
    progress: () => (staged.bytes === 0 ? 1 : read / staged.bytes),
    describe: (_, line) => `row ${line}`,
  };
}

async function removeStaged(artifacts: ArtifactStore, job: Job): Promise<void> {
  await artifacts.removeAll(job.tenantId, 'staging', importedDatasetId(job));
}

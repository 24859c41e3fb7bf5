/**
 * The task `dataset_import`: reads staged rows or a source and writes a snapshot. The request has created the
 * row of the dataset; the end of the job completes or removes it in one transaction. A retry starts over with
 * new file names. Files of earlier attempts are collected later.
 */

import type { DatasetFeatures } from '../../../contract/dataset-features.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { BlockStore } from '../../../platform/storage/block-store.ts';
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import { completed, datasetFields } from '../dataset-fields.ts';
import { takeDeclaration } from '../features/take-declaration.ts';
import type { RowSource } from '../make-snapshot.ts';
import { jsonlRows } from '../rows/jsonl-rows.ts';
import { rowValidator } from '../rows/validate-row.ts';
import type { OpenDatasetSource } from '../sources/open-source.ts';
import { type ImportInput, importedDatasetId, importKind } from './import-kind.ts';
import { writeDataset } from './write-dataset.ts';

export interface ImportDependencies {
  readonly datasets: DatasetStore;
  readonly artifacts: ArtifactStore;
  readonly openSource: OpenDatasetSource;
  readonly scratchFolder: string;
  readonly blocks: Pick<BlockStore, 'among'>;
  /** Epoch ms. */
  readonly clock: () => number;
}

export function createImportTask(dependencies: ImportDependencies): Task {
  return {
    ...importKind,
    run: (context) => runImport(dependencies, context),
  };
}

async function runImport(dependencies: ImportDependencies, context: TaskContext): Promise<TaskResult> {
  const { datasets, artifacts, openSource } = dependencies;
  const { job, signal } = context;
  const { tenantId } = job;
  const datasetId = importedDatasetId(job);
  const dataset = await datasets.find(tenantId, datasetId);
  if (dataset === null)
    throw new Error(`dataset ${datasetId} of ${tenantId}, which is to be imported, has no row`);
  const input = job.input as ImportInput;
  const opened =
    input.from === 'staged'
      ? await stagedRows(artifacts, input.key, dataset.features)
      : await openSource({ ...sourceOf(input), features: dataset.features }, signal);
  const { declared, source } = await takeDeclaration(opened, dataset);
  const written = await writeDataset(dependencies, { ...dataset, ...declared }, source, context);
  const snapshot = { ...written, ...declared };
  return {
    result: { dataset: datasetFields(completed(dataset, snapshot)) },
    changes: [{ name: 'completeDataset', args: [tenantId, datasetId, snapshot] }],
  };
}

function sourceOf(input: Extract<ImportInput, { readonly from: 'source' }>) {
  if ('uris' in input) return input;
  return { uris: [input.uri], format: input.format, timestamps: 'iso' } as const;
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

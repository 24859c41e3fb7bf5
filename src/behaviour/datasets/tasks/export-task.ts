/** The task `dataset_export`: writes the file of a download. */

import { apiError } from '../../../contract/errors.ts';
import { type MadeFile, madeFileTypes } from '../../../contract/job.ts';
import { newUlid } from '../../../contract/new-id.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore, ArtifactWriter } from '../../../platform/artifacts/artifact-store.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import { assertExportable } from '../access-terms.ts';
import { exportDataset } from '../export-dataset.ts';
import { exportParquet } from '../export-parquet.ts';
import { readSnapshot } from '../snapshot/read-snapshot.ts';
import { EXPORT_LIFETIME_MS, type ExportInput, exportKind } from './export-kind.ts';

export interface ExportDependencies {
  readonly datasets: DatasetStore;
  readonly artifacts: ArtifactStore;
  /** Epoch ms. */
  readonly clock: () => number;
  /** How long the file may be downloaded, ms; default: an hour. */
  readonly lifetimeMs?: number;
}

const forms = {
  none: { ending: 'jsonl', contentType: madeFileTypes.jsonl },
  gzip: { ending: 'jsonl.gz', contentType: madeFileTypes.gzip },
  parquet: { ending: 'parquet', contentType: madeFileTypes.parquet },
} as const;

export function createExportTask(dependencies: ExportDependencies): Task {
  return { ...exportKind, run: (context) => runExport(dependencies, context) };
}

async function runExport(
  { datasets, artifacts, clock, lifetimeMs = EXPORT_LIFETIME_MS }: ExportDependencies,
  { job, signal, progress }: TaskContext,
): Promise<TaskResult> {
  const { format = 'jsonl', compression } = job.input as ExportInput;
  const dataset = job.resource === null ? null : await datasets.get(job.tenantId, job.resource.id);
  if (dataset === null)
    throw apiError('dataset_not_found', 'The dataset that was to be exported is not there.');
  assertExportable(dataset);
  const snapshot = await readSnapshot(artifacts, dataset);
  const { ending, contentType } = forms[format === 'parquet' ? 'parquet' : compression];
  // The name is unique to the attempt, because an earlier attempt may have left a file.
  const key = artifactKey(job.tenantId, 'exports', job.jobId, `export-${newUlid()}.${ending}`);
  const made = await writeWhole(await artifacts.create(key), (sink) =>
    format === 'parquet'
      ? exportParquet({ snapshot, signal, progress }, sink)
      : exportDataset({ snapshot, compression, signal, progress }, sink),
  );
  const file: MadeFile['file'] = {
    ...made,
    filename: `${dataset.datasetId}.${ending}`,
    content_type: contentType,
    expires_at_ms: clock() + lifetimeMs,
  };
  return { result: { file } };
}

async function writeWhole(artifact: ArtifactWriter, write: (sink: ArtifactWriter) => Promise<void>) {
  try {
    await write(artifact);
    return await artifact.commit();
  } catch (error) {
    await artifact.abort();
    throw error;
  }
}

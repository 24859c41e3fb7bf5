/** `model_export`: writes the bundle of a model to a downloadable file. */

import { type MadeFile, madeFileTypes } from '../../../contract/job.ts';
import { newUlid } from '../../../contract/new-id.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { EXPORT_LIFETIME_MS } from '../../datasets/tasks/export-kind.ts';
import { type ReadyModel, readyModel } from '../adaptation/find-model.ts';
import { assertModelExportable } from './assert-model-exportable.ts';
import { modelBundle } from './model-bundle.ts';
import { modelExportKind } from './model-export-kind.ts';

export interface ExportModelParts {
  readonly store: Pick<Store, 'models' | 'datasets'>;
  readonly artifacts: ArtifactStore;
  /** Epoch ms. */
  readonly clock: () => number;
}

export function createExportModelTask(parts: ExportModelParts): Task {
  return { ...modelExportKind, run: (context) => exportModel(parts, context) };
}

async function exportModel(
  { store, artifacts, clock }: ExportModelParts,
  { job, signal, progress }: TaskContext,
): Promise<TaskResult> {
  const model = await readyModel(store.models, job.tenantId, job.resource!.id);
  await assertModelExportable(store, model);
  // The name is unique to the attempt, because an earlier attempt may have left a file.
  const key = artifactKey(job.tenantId, 'exports', job.jobId, `export-${newUlid()}.tar.gz`);
  const writer = await artifacts.create(key);
  try {
    let written = 0;
    for await (const chunk of modelBundle(artifacts, model)) {
      signal.throwIfAborted();
      await writer.write(chunk);
      written += chunk.length;
      progress(Math.min(0.99, written / bytesOf(model)));
    }
    const file: MadeFile['file'] = {
      ...(await writer.commit()),
      filename: `${model.modelId}.tar.gz`,
      content_type: madeFileTypes.gzip,
      expires_at_ms: clock() + EXPORT_LIFETIME_MS,
    };
    return { result: { file } };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

function bytesOf({ made }: ReadyModel): number {
  return made.files.reduce((sum, { bytes }) => sum + bytes, 1);
}

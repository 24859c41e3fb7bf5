/** `tokenizer_export`: copies the bundle, unchanged, to a downloadable file. */

import { type MadeFile, madeFileTypes } from '../../../contract/job.ts';
import { newUlid } from '../../../contract/new-id.ts';
import { artifactKey } from '../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { DatasetStore } from '../../../platform/storage/dataset-store.ts';
import type { TokenizerStore } from '../../../platform/storage/tokenizer-store.ts';
import { EXPORT_LIFETIME_MS } from '../../datasets/tasks/export-kind.ts';
import { assertBundleExportable } from '../assert-bundle-exportable.ts';
import { readyTokenizer } from '../open/tokenizer-opener.ts';
import { tokenizerExportKind } from './export-kind.ts';
import { tokenizerIdOf } from './fit-kind.ts';

export interface ExportDependencies {
  readonly tokenizers: TokenizerStore;
  readonly datasets: DatasetStore;
  readonly artifacts: ArtifactStore;
  /** Epoch ms. */
  readonly clock: () => number;
}

export function createExportTask(dependencies: ExportDependencies): Task {
  return { ...tokenizerExportKind, run: (context) => runExport(dependencies, context) };
}

async function runExport(
  { tokenizers, datasets, artifacts, clock }: ExportDependencies,
  { job, signal, progress }: TaskContext,
): Promise<TaskResult> {
  const { tenantId } = job;
  const tokenizerId = tokenizerIdOf(job);
  const tokenizer = readyTokenizer(await tokenizers.get(tenantId, tokenizerId), tokenizerId);
  await assertBundleExportable(datasets, tokenizer);
  const { key, bytes, sha256 } = tokenizer.made!.file;
  const writer = await artifacts.create(
    artifactKey(tenantId, 'exports', job.jobId, `export-${newUlid()}.tar.gz`),
  );
  let copied = 0;
  try {
    for await (const chunk of artifacts.read(key)) {
      signal.throwIfAborted();
      await writer.write(chunk);
      copied += chunk.length;
      progress(copied / bytes);
    }
    const made = await writer.commit();
    if (made.sha256 !== sha256)
      throw new Error(`the bundle ${key} is damaged: its SHA-256 is ${made.sha256}, expected ${sha256}`);
    const file: MadeFile['file'] = {
      ...made,
      filename: `${tokenizerId}.tar.gz`,
      content_type: madeFileTypes.gzip,
      expires_at_ms: clock() + EXPORT_LIFETIME_MS,
    };
    return { result: { file } };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

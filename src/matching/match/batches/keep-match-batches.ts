/**
 * Cleans up after batches of matches that have ended. A file that names an erased person is removed. The
 * files of a job that failed, was cancelled or is gone are removed too. A batch whose file has expired is
 * forgotten. Every step can be repeated: the batch is forgotten last.
 */

import { resultNames } from '../../../behaviour/batches/result-names.ts';
import type { MadeFile } from '../../../contract/job.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import { isUnderWay } from '../../../platform/jobs/staged-files.ts';
import type { FileErasureStore } from '../../../platform/storage/file-erasure-store.ts';
import type { MatchBatch, MatchBatchStore } from '../../../platform/storage/match-batch-store.ts';
import { peopleColumns } from './match-table.ts';

export interface KeepMatchBatchesParts {
  readonly batches: Pick<MatchBatchStore, 'list' | 'forget'>;
  readonly files: Pick<FileErasureStore, 'settle'>;
  readonly artifacts: ArtifactStore;
  /** Epoch ms. */
  readonly clock: () => number;
}

/** A download may start in the last minute and take this long. */
const DOWNLOAD_MARGIN_MS = 15 * 60_000;

export async function keepMatchBatches(parts: KeepMatchBatchesParts, signal: AbortSignal): Promise<void> {
  for (const batch of await parts.batches.list()) {
    signal.throwIfAborted();
    await keepBatch(parts, batch);
  }
}

async function keepBatch(parts: KeepMatchBatchesParts, batch: MatchBatch): Promise<void> {
  const { batches, artifacts } = parts;
  const { tenantId, jobId, job } = batch;
  if (isUnderWay(job)) return;
  if (job?.status === 'succeeded') {
    const { file } = job.result as unknown as MadeFile;
    const isOver = parts.clock() >= file.expires_at_ms + DOWNLOAD_MARGIN_MS;
    if (!isOver && !(await namesErased(parts, batch, file))) return;
  }
  await artifacts.removeAll(tenantId, 'exports', jobId);
  await batches.forget(tenantId, jobId);
}

async function namesErased(
  { files, artifacts }: KeepMatchBatchesParts,
  { tenantId, jobId, erased }: MatchBatch,
  file: MadeFile['file'],
): Promise<boolean> {
  if (erased.length === 0) return false;
  const isThere = (await artifacts.stat(file.key)) !== null;
  if (isThere && (await resultNames(artifacts, file, peopleColumns, erased))) return true;
  await files.settle(tenantId, jobId, erased);
  return false;
}

/**
 * Runs an import from the first row that is not done to the last. Two batches are in memory: one is written
 * while the next is read and validated. A batch with a person of the previous batch waits for it, so that the
 * later row wins.
 */
import type { Checkpoint, CheckpointFile } from './checkpoint.ts';
import type { ImportProgress } from './import-progress.ts';
import type { RejectsFile } from './rejects-file.ts';
import type { NumberedRow, SourceReader } from './source-reader.ts';
import { type BatchTarget, type PreparedBatch, prepareBatch, storeBatch } from './store-batch.ts';

export interface ImportRun {
  readonly file: string;
  readonly source: SourceReader;
  readonly target: BatchTarget;
  readonly batchSize: number;
  readonly from: Checkpoint | null;
  readonly checkpoints: CheckpointFile;
  readonly rejects: RejectsFile;
  readonly progress: ImportProgress;
  /** Stops after the current batch. The checkpoint stays. */
  readonly signal: AbortSignal;
}

export interface ImportResult {
  /** For the whole import, including earlier interrupted runs. */
  readonly imported: number;
  readonly rejected: number;
  readonly rowsThisRun: number;
  readonly finished: boolean;
}

export async function runImport(run: ImportRun): Promise<ImportResult> {
  const totals = { imported: run.from?.imported ?? 0, rejected: run.from?.rejected ?? 0, rowsThisRun: 0 };
  let writing: { readonly batch: PreparedBatch; readonly done: Promise<void> } | null = null;
  try {
    for await (const rows of inBatches(run.source.rows, run.batchSize)) {
      const batch = prepareBatch(run.target, rows);
      if (writing !== null && sharesPeople(batch, writing.batch)) await writing.done;
      const before: Promise<void> = writing?.done ?? Promise.resolve();
      writing = { batch, done: storeAfter(run, totals, batch, before) };
      // The failure surfaces where `done` is awaited. Until then the source is read on.
      writing.done.catch(() => {});
      await before;
      if (run.signal.aborted) break;
    }
  } finally {
    await Promise.allSettled([writing?.done]);
  }
  await writing?.done;
  if (!run.signal.aborted) run.checkpoints.remove();
  return { ...totals, finished: !run.signal.aborted };
}

function sharesPeople(batch: PreparedBatch, before: PreparedBatch): boolean {
  for (const userId of batch.userIds) if (before.userIds.has(userId)) return true;
  return false;
}

/** Stores at once. Counts, rejects and checkpoint wait for those of the previous batch. */
async function storeAfter(
  run: ImportRun,
  totals: { imported: number; rejected: number; rowsThisRun: number },
  batch: PreparedBatch,
  before: Promise<void>,
): Promise<void> {
  const [rejects] = await Promise.all([storeBatch(run.target, batch), before]);
  run.rejects.append(rejects);
  totals.rejected += rejects.length;
  totals.imported += batch.rows - rejects.length;
  totals.rowsThisRun += batch.rows;
  run.checkpoints.write({
    file: run.file,
    row: batch.lastRow,
    imported: totals.imported,
    rejected: totals.rejected,
    rejects_bytes: run.rejects.bytes,
  });
  run.progress.show({ rows: totals.rowsThisRun, rejected: totals.rejected, share: run.source.progress() });
}

async function* inBatches(
  rows: AsyncIterable<NumberedRow>,
  size: number,
): AsyncGenerator<readonly NumberedRow[]> {
  let batch: NumberedRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

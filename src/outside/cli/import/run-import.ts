/** Runs an import from the first row that is not done to the last, with a few batches in memory. */
import { overlapWrites } from '../../../people/profiles/intake/overlap-writes.ts';
import type { PeopleRows, RejectedRow } from '../../../platform/intake/people-rows.ts';
import type { NumberedRow, SourceReader } from '../../../platform/intake/sources/source-reader.ts';
import type { Checkpoint, CheckpointFile } from './checkpoint.ts';
import type { ImportProgress } from './import-progress.ts';
import { RejectCounts, type RejectSummary } from './reject-counts.ts';
import type { RejectsFile } from './rejects-file.ts';
import { type BatchTarget, type PreparedBatch, prepareBatch, storeBatch } from './store-batch.ts';
import { WarningCounts, type WarningSummary } from './warning-counts.ts';

export interface ImportRun {
  readonly file: string;
  readonly source: SourceReader;
  readonly people: PeopleRows;
  readonly target: BatchTarget;
  readonly batchSize: number;
  readonly from: Checkpoint | null;
  readonly checkpoints: CheckpointFile;
  readonly rejects: RejectsFile;
  readonly progress: ImportProgress;
  /** Stops after the batches that were read. The checkpoint stays. */
  readonly signal: AbortSignal;
}

export interface ImportResult {
  /** For the whole import, including earlier interrupted runs. */
  readonly imported: number;
  readonly rejected: number;
  readonly rowsThisRun: number;
  /** Warnings of this run alone. */
  readonly warnings: readonly WarningSummary[];
  /** Rejects of this run alone. */
  readonly rejectedBy: readonly RejectSummary[];
  readonly finished: boolean;
}

export async function runImport(run: ImportRun): Promise<ImportResult> {
  const totals = { imported: run.from?.imported ?? 0, rejected: run.from?.rejected ?? 0, rowsThisRun: 0 };
  const warnings = new WarningCounts();
  const rejected = new RejectCounts();
  const written = overlapWrites(preparedBatches(run), {
    peopleOf: (batch) => batch.userIds,
    write: (batch) => storeBatch(run.target, batch),
  });
  try {
    for await (const { batch, result } of written) {
      noteWritten(run, totals, batch, result.rejects);
      warnings.add(result.warnings);
      rejected.add(result.rejects);
    }
    if (!run.signal.aborted) run.checkpoints.remove();
  } finally {
    run.checkpoints.flush();
  }
  return {
    ...totals,
    warnings: warnings.summary(),
    rejectedBy: rejected.summary(),
    finished: !run.signal.aborted,
  };
}

async function* preparedBatches({ source, batchSize, people, from, signal }: ImportRun) {
  const open = rowsAfter(source.rows, from?.row ?? 0, (row) => people.next(row));
  for await (const rows of inBatches(open, batchSize)) {
    if (signal.aborted) return;
    yield prepareBatch(people, rows);
  }
}

function noteWritten(
  run: ImportRun,
  totals: { imported: number; rejected: number; rowsThisRun: number },
  batch: PreparedBatch,
  rejects: readonly RejectedRow[],
): void {
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

/** Rows that an earlier run has done are looked at again: later ones may repeat their ids. */
async function* rowsAfter(
  rows: AsyncIterable<NumberedRow>,
  done: number,
  onDone: (row: NumberedRow) => void,
): AsyncGenerator<NumberedRow> {
  for await (const row of rows) {
    if (row.number > done) yield row;
    else onDone(row);
  }
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

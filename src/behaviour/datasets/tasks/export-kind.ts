/** The job kind `dataset_export`, without the code of its task. */
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { Compression, ExportFormat } from '../export-dataset.ts';

/** Lifetime of the download of a tokenizer, and of a dataset unless the settings say otherwise. */
export const EXPORT_LIFETIME_MS = 3_600_000;

export const exportKind: TaskKind = {
  kind: 'dataset_export',
  concurrency: 2,
  runsIn: 'worker',
  listed: true,
};

/** Input of the job. The dataset is its resource. */
export interface ExportInput {
  /** Absent in jobs of earlier versions: JSONL. */
  readonly format?: ExportFormat;
  readonly compression: Compression;
}

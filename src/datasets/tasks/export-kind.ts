/** `dataset_export`, without the code that does it. */
import type { TaskKind } from '../../jobs/task.ts';
import type { Compression } from '../export-dataset.ts';

/** How long an export may be downloaded. */
export const EXPORT_LIFETIME_MS = 3_600_000;

export const exportKind: TaskKind = {
  kind: 'dataset_export',
  concurrency: 2,
  runsIn: 'worker',
  listed: true,
};

/** What such a job is handed; the dataset is its resource. */
export interface ExportInput {
  readonly compression: Compression;
}

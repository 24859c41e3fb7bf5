/** The job kind `dataset_import`, without the code of its task. */

import type { TimestampForm } from '../../../contract/dataset.ts';
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { SourceFormat } from '../sources/source-format.ts';

export const importKind: TaskKind = {
  kind: 'dataset_import',
  concurrency: 2,
  runsIn: 'worker',
  listed: true,
  stagedAs: importedDatasetId,
  onEnd: (job) => [{ name: 'dropDataset', args: [job.tenantId, importedDatasetId(job)] }],
};

/** Input of the job. The dataset is its resource. */
export type ImportInput =
  | { readonly from: 'staged'; readonly key: string }
  | {
      readonly from: 'source';
      readonly uris: readonly string[];
      readonly format: SourceFormat;
      readonly timestamps: TimestampForm;
    }
  /** As an earlier version queued it. */
  | { readonly from: 'source'; readonly uri: string; readonly format: SourceFormat };

export function importedDatasetId({ jobId, resource }: Job): string {
  if (resource?.type !== 'dataset') throw new Error(`job ${jobId} imports no dataset`);
  return resource.id;
}

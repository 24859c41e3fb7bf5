/** The job kind `dataset_snapshot`, without the code of its task. */
import type { TaskKind } from '../../../platform/jobs/task.ts';
import { importedDatasetId } from './import-kind.ts';

export const snapshotKind: TaskKind = {
  kind: 'dataset_snapshot',
  concurrency: 2,
  runsIn: 'worker',
  listed: true,
  onEnd: (job) => [{ name: 'dropDataset', args: [job.tenantId, importedDatasetId(job)] }],
};

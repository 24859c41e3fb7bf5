/** The job kind `batch_prediction`, without the code of its task. Its resource is the model. */

import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { StagedInput } from '../../batches/run-batch.ts';

export const batchKind: TaskKind = {
  kind: 'batch_prediction',
  concurrency: 1,
  runsIn: 'process',
  listed: true,
  stagedAs: ({ jobId }) => jobId,
};

export interface BatchInput extends StagedInput {
  /** The dataset of the people's events; null: no row needs one. */
  readonly datasetId: string | null;
  /** Whether its newest version is read, and what was appended since; default: it is read as it is. */
  readonly readsNewest?: boolean;
}

/** The job kind `model_segments`, without the code of its task. Its resource is the model. */
import type { TaskKind } from '../../../platform/jobs/task.ts';
import type { StagedInput } from '../../batches/run-batch.ts';

export const segmentsKind: TaskKind = {
  kind: 'model_segments',
  concurrency: 1,
  runsIn: 'process',
  listed: true,
  stagedAs: ({ jobId }) => jobId,
};

export interface SegmentsInput extends StagedInput {
  /** The dataset of the people's events. */
  readonly datasetId: string;
}

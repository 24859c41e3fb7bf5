import { TrainingRun } from '../../../contract/training-run.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { RunPath } from './resource-paths.ts';

export const postCancelRun = ({ learn }: Pick<ServerDependencies, 'learn'>) =>
  operation({
    operationId: 'cancelTrainingRun',
    sdk: 'training.cancel',
    method: 'POST',
    path: '/v1/train/runs/:run_id/cancel',
    scope: 'train',
    tag: 'Learning',
    summary: 'Cancel a training run',
    description:
      'A queued run is cancelled at once. A running one is signalled to stop and is still `running` in this answer; poll it. Its triplets are free for the next run. A run that is already cancelled is 200 again; a run that ended otherwise is 409.',
    parameters: RunPath,
    answer: { status: 200, description: 'The run as it is now.', schema: TrainingRun },
    errors: ['run_not_found', 'conflict'],
    handle: ({ caller, parameters }) => learn.cancel(caller.tenantId, parameters.run_id),
  });

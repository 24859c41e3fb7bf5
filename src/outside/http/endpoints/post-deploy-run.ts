import { TrainingRun } from '../../../contract/training-run.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { RunPath } from './resource-paths.ts';

export const postDeployRun = ({ learn }: Pick<ServerDependencies, 'learn'>) =>
  operation({
    operationId: 'deployTrainingRun',
    sdk: 'training.deploy',
    method: 'POST',
    path: '/v1/train/runs/:run_id/deploy',
    scope: 'train',
    tag: 'Learning',
    summary: 'Go back or forward to a kept run',
    description:
      'The ranking model of this run replaces the serving one from the next match on; `in_force` shows which one serves. A run that was never deployed is 409 `conflict`.',
    parameters: RunPath,
    answer: { status: 200, description: 'The run, now in force.', schema: TrainingRun },
    errors: ['run_not_found', 'conflict'],
    handle: ({ caller, parameters }) => learn.deploy(caller.tenantId, parameters.run_id),
  });

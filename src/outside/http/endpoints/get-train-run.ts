import { TrainingRunDetail } from '../../../contract/training-run.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { RunPath } from './resource-paths.ts';

export const getTrainRun = ({ learn }: Pick<ServerDependencies, 'learn'>) =>
  operation({
    operationId: 'getTrainingRun',
    sdk: 'training.get',
    method: 'GET',
    path: '/v1/train/runs/:run_id',
    scope: ['read', 'train'],
    tag: 'Learning',
    summary: 'Read a training run',
    description:
      '`queued`, `running`, `evaluating`, then `deployed`, `rejected`, `failed` or `cancelled`. `metrics` compares the serving model with the new one, on outcomes that the new model did not learn from. `reason` explains the result in plain words. `terms` has what the model learned, beside what the domain declares.',
    parameters: RunPath,
    answer: { status: 200, description: 'The run.', schema: TrainingRunDetail },
    errors: ['run_not_found'],
    handle: ({ caller, parameters }) => learn.run(caller.tenantId, parameters.run_id),
  });

import {
  ModelExperiment,
  ModelExperimentPath,
  PromoteArmRequest,
} from '../../../contract/model-experiment.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { logModelExperiment } from './change-model-experiment.ts';

export const postModelExperimentPromote = ({
  modelExperiments,
  logger,
}: Pick<ServerDependencies, 'modelExperiments' | 'logger'>) =>
  operation({
    operationId: 'promoteModelExperiment',
    sdk: 'modelExperiments.promote',
    method: 'POST',
    path: '/v1/model-experiments/:experiment_id/promote',
    scope: 'train',
    tag: 'Models',
    summary: 'Promote an arm to the alias',
    description:
      'Measures once more, lets the alias name the model of the winner, or of the named arm, and ends the experiment if it runs. Without a winner, and without `arm`, it is 409 `conflict` and the experiment goes on.',
    parameters: ModelExperimentPath,
    body: PromoteArmRequest,
    examples: { 'An arm, whatever the result': { arm: 'newer' } },
    answer: { status: 200, description: 'The experiment, ended.', schema: ModelExperiment },
    errors: ['not_found', 'model_not_found', 'model_not_ready', 'conflict'],
    handle: async ({ caller, parameters, body, requestId }) => {
      const { tenantId } = caller;
      const experiment = await modelExperiments.promote(
        tenantId,
        parameters.experiment_id,
        body?.arm ?? null,
      );
      logModelExperiment(logger, { caller, requestId }, 'promoted', experiment);
      return { ...experiment, request_id: requestId };
    },
  });

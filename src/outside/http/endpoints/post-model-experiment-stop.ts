import { ModelExperiment, ModelExperimentPath } from '../../../contract/model-experiment.ts';
import { operation } from '../operation.ts';
import { type ChangeModelExperimentParts, changeModelExperiment } from './change-model-experiment.ts';

export const postModelExperimentStop = (parts: ChangeModelExperimentParts) =>
  operation({
    operationId: 'stopModelExperiment',
    sdk: 'modelExperiments.stop',
    method: 'POST',
    path: '/v1/model-experiments/:experiment_id/stop',
    scope: 'train',
    tag: 'Models',
    summary: 'Stop an experiment on models',
    description:
      'Makes a last result and ends the experiment. From the next request on everyone gets the model of the alias. What was shown to people is deleted. One that has ended is 409 `conflict`.',
    parameters: ModelExperimentPath,
    answer: { status: 200, description: 'The experiment, ended.', schema: ModelExperiment },
    errors: ['not_found', 'conflict'],
    handle: changeModelExperiment(parts, 'stop'),
  });

import { ModelExperiment, ModelExperimentPath } from '../../../contract/model-experiment.ts';
import { operation } from '../operation.ts';
import { type ChangeModelExperimentParts, changeModelExperiment } from './change-model-experiment.ts';

export const postModelExperimentPause = (parts: ChangeModelExperimentParts) =>
  operation({
    operationId: 'pauseModelExperiment',
    sdk: 'modelExperiments.pause',
    method: 'POST',
    path: '/v1/model-experiments/:experiment_id/pause',
    scope: 'train',
    tag: 'Models',
    summary: 'Pause an experiment on models',
    description:
      'From the next request on everyone gets the model of the alias, and nothing more counts as shown, until it goes on. Events on what was shown still count, it is measured on, and its calendar goes on. One that does not run is 409 `conflict`.',
    parameters: ModelExperimentPath,
    answer: { status: 200, description: 'The experiment, paused.', schema: ModelExperiment },
    errors: ['not_found', 'conflict'],
    handle: changeModelExperiment(parts, 'pause'),
  });

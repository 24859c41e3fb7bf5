import { ModelExperiment, ModelExperimentPath } from '../../../contract/model-experiment.ts';
import { operation } from '../operation.ts';
import { type ChangeModelExperimentParts, changeModelExperiment } from './change-model-experiment.ts';

export const postModelExperimentResume = (parts: ChangeModelExperimentParts) =>
  operation({
    operationId: 'resumeModelExperiment',
    sdk: 'modelExperiments.resume',
    method: 'POST',
    path: '/v1/model-experiments/:experiment_id/resume',
    scope: 'train',
    tag: 'Models',
    summary: 'Resume an experiment on models',
    description:
      'A paused experiment goes on with the next request: people keep their arms. One that is not paused is 409 `conflict`.',
    parameters: ModelExperimentPath,
    answer: { status: 200, description: 'The experiment, running.', schema: ModelExperiment },
    errors: ['not_found', 'conflict'],
    handle: changeModelExperiment(parts, 'resume'),
  });

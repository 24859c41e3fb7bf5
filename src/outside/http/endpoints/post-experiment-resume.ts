import { Experiment, ExperimentPath } from '../../../contract/experiment.ts';
import { operation } from '../operation.ts';
import { type ChangeExperimentParts, changeExperiment } from './change-experiment.ts';

export const postExperimentResume = (parts: ChangeExperimentParts) =>
  operation({
    operationId: 'resumeExperiment',
    sdk: 'admin.resumeExperiment',
    method: 'POST',
    path: '/v1/experiments/:experiment_id/resume',
    scope: 'operator',
    tag: 'Experiments',
    summary: 'Resume an experiment',
    description:
      'A paused experiment goes on with the next match: seekers keep their arms. One that is not paused is 409 `conflict`.',
    parameters: ExperimentPath,
    answer: { status: 200, description: 'The experiment, running.', schema: Experiment },
    errors: ['not_found', 'conflict'],
    handle: changeExperiment(parts, 'resume'),
  });

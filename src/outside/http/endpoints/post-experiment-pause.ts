import { Experiment, ExperimentPath } from '../../../contract/experiment.ts';
import { operation } from '../operation.ts';
import { type ChangeExperimentParts, changeExperiment } from './change-experiment.ts';

export const postExperimentPause = (parts: ChangeExperimentParts) =>
  operation({
    operationId: 'pauseExperiment',
    sdk: 'admin.pauseExperiment',
    method: 'POST',
    path: '/v1/experiments/:experiment_id/pause',
    scope: 'operator',
    tag: 'Experiments',
    summary: 'Pause an experiment',
    description:
      'Pauses the experiment: from the next match on its domain ranks as usual, and no match takes part, until it goes on. Outcomes of matches that took part still count, it is measured on, and its calendar goes on. One that does not run is 409 `conflict`.',
    parameters: ExperimentPath,
    answer: { status: 200, description: 'The experiment, paused.', schema: Experiment },
    errors: ['not_found', 'conflict'],
    handle: changeExperiment(parts, 'pause'),
  });

import { Experiment, ExperimentPath } from '../../../contract/experiment.ts';
import { operation } from '../operation.ts';
import { type ChangeExperimentParts, changeExperiment } from './change-experiment.ts';

export const postExperimentStop = (parts: ChangeExperimentParts) =>
  operation({
    operationId: 'stopExperiment',
    sdk: 'admin.stopExperiment',
    method: 'POST',
    path: '/v1/experiments/:experiment_id/stop',
    scope: 'operator',
    tag: 'Experiments',
    summary: 'Stop an experiment',
    description:
      'Makes a last result and ends the experiment. From the next match on its domain ranks as usual. One that has ended is 409 `conflict`.',
    parameters: ExperimentPath,
    answer: { status: 200, description: 'The experiment, ended.', schema: Experiment },
    errors: ['not_found', 'conflict'],
    handle: changeExperiment(parts, 'stop'),
  });

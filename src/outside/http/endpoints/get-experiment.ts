import { Experiment, ExperimentPath } from '../../../contract/experiment.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getExperiment = ({ experiments }: Pick<ServerDependencies, 'experiments'>) =>
  operation({
    operationId: 'getExperiment',
    sdk: 'admin.getExperiment',
    method: 'GET',
    path: '/v1/experiments/:experiment_id',
    scope: 'operator',
    tag: 'Experiments',
    summary: 'Read an experiment',
    description:
      'Its settings, the last result and the earlier ones, and the decision in words. A result is made once an hour by default. `effect` is an anytime-valid confidence sequence: it may be read at any time, and acted upon, without more false alarms.',
    parameters: ExperimentPath,
    answer: { status: 200, description: 'The experiment.', schema: Experiment },
    errors: ['not_found'],
    handle: async ({ parameters, requestId }) => ({
      ...(await experiments.get(parameters.experiment_id)),
      request_id: requestId,
    }),
  });

import { ModelExperiment, ModelExperimentPath } from '../../../contract/model-experiment.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getModelExperiment = ({ modelExperiments }: Pick<ServerDependencies, 'modelExperiments'>) =>
  operation({
    operationId: 'getModelExperiment',
    sdk: 'modelExperiments.get',
    method: 'GET',
    path: '/v1/model-experiments/:experiment_id',
    scope: ['infer', 'train', 'read'],
    tag: 'Models',
    summary: 'Read an experiment on models',
    description:
      'Its settings, the last result and the earlier ones, and the decision in words. A result is made once an hour by default. `effect` is an anytime-valid confidence sequence: it may be read at any time, and acted upon, without more false alarms.',
    parameters: ModelExperimentPath,
    answer: { status: 200, description: 'The experiment.', schema: ModelExperiment },
    errors: ['not_found'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await modelExperiments.get(caller.tenantId, parameters.experiment_id)),
      request_id: requestId,
    }),
  });

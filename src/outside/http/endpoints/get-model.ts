import { Model } from '../../../contract/model.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export const getModel = ({ models }: Pick<ServerDependencies, 'models'>) =>
  operation({
    operationId: 'getModel',
    sdk: 'models.get',
    method: 'GET',
    path: '/v1/models/:model_id',
    scope: ['infer', 'train', 'read'],
    tag: 'Models',
    summary: 'Read a model’s card',
    description:
      'Identity, capabilities and quality of the model: `evaluation` in words, `evaluation_report` as data. If the model loses to a baseline, the first sentence of `evaluation` says so.',
    parameters: ModelPath,
    answer: { status: 200, description: 'The card.', schema: Model },
    errors: ['model_not_found'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await models.get(caller.tenantId, parameters.model_id)),
      request_id: requestId,
    }),
  });

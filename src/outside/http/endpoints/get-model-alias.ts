import { ModelAlias } from '../../../contract/model-alias.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { AliasPath } from './resource-paths.ts';

export const getModelAlias = ({ modelAliases }: Pick<ServerDependencies, 'modelAliases'>) =>
  operation({
    operationId: 'getModelAlias',
    sdk: 'modelAliases.get',
    method: 'GET',
    path: '/v1/model-aliases/:name',
    scope: ['infer', 'train', 'read'],
    tag: 'Models',
    summary: 'Read an alias',
    description: 'The model that the alias names now, and its last ten moves.',
    parameters: AliasPath,
    answer: { status: 200, description: 'The alias.', schema: ModelAlias },
    errors: ['model_not_found'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await modelAliases.get(caller.tenantId, parameters.name)),
      request_id: requestId,
    }),
  });

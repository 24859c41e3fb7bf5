import { ModelAliasList } from '../../../contract/model-alias.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getModelAliases = ({ modelAliases }: Pick<ServerDependencies, 'modelAliases'>) =>
  operation({
    operationId: 'listModelAliases',
    sdk: 'modelAliases.list',
    method: 'GET',
    path: '/v1/model-aliases',
    scope: ['infer', 'train', 'read'],
    tag: 'Models',
    summary: 'List aliases',
    description:
      'All aliases of the workspace, at most 100, by name, each with the model that it names and its last moves.',
    answer: { status: 200, description: 'The aliases.', schema: ModelAliasList },
    errors: [],
    handle: async ({ caller, requestId }) => ({
      data: [...(await modelAliases.list(caller.tenantId))],
      request_id: requestId,
    }),
  });

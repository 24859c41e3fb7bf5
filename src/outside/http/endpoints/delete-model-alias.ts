import { RemovedAlias } from '../../../contract/model-alias.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { AliasPath } from './resource-paths.ts';

export const deleteModelAlias = ({
  modelAliases,
  logger,
}: Pick<ServerDependencies, 'modelAliases' | 'logger'>) =>
  operation({
    operationId: 'removeModelAlias',
    sdk: 'modelAliases.remove',
    method: 'DELETE',
    path: '/v1/model-aliases/:name',
    scope: 'train',
    tag: 'Models',
    summary: 'Remove an alias',
    description: 'The name stands for no model from then on; the model itself stays.',
    parameters: AliasPath,
    answer: { status: 200, description: 'It is removed.', schema: RemovedAlias },
    errors: ['model_not_found'],
    handle: async ({ caller, parameters: { name }, requestId }) => {
      await modelAliases.remove(caller.tenantId, name);
      const tenant = caller.tenantId;
      logger.info(
        { request_id: requestId, key_id: caller.keyId, tenant, alias: name },
        'alias of a model removed',
      );
      return { name, removed: true as const, request_id: requestId };
    },
  });

import { ModelAlias, MoveAliasRequest } from '../../../contract/model-alias.ts';
import { callerInWords } from '../../accounts/authenticate.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { AliasPath } from './resource-paths.ts';

export const putModelAlias = ({
  modelAliases,
  logger,
}: Pick<ServerDependencies, 'modelAliases' | 'logger'>) =>
  operation({
    operationId: 'moveModelAlias',
    sdk: 'modelAliases.move',
    method: 'PUT',
    path: '/v1/model-aliases/:name',
    scope: 'train',
    tag: 'Models',
    summary: 'Move an alias',
    description:
      'Lets `alias:NAME` name this model from the next request on, in every process; creates the alias if there is none. Operations take `alias:NAME` wherever they take the id of a model, and their answers have the id of the model that answered. Moving it back is one more call: `moves` has the last ten models. A move to the model that it names already changes nothing.',
    parameters: AliasPath,
    body: MoveAliasRequest,
    examples: {
      'to a new model': { model_id: 'model_01jx8m9y3n6v4k2q7w5t1r8p0z' },
      'only from this one': {
        model_id: 'model_01jx8m9y3n6v4k2q7w5t1r8p0z',
        from_model_id: 'model_01jw7h2c5d8f3g6j9k1m4n7p2q',
        reason: 'better on this week’s events',
      },
    },
    answer: { status: 200, description: 'The alias as it stands now.', schema: ModelAlias },
    errors: ['model_not_found', 'model_not_ready', 'conflict'],
    handle: async ({ caller, parameters: { name }, body, requestId }) => {
      const alias = await modelAliases.move(
        caller.tenantId,
        name,
        body,
        `moved by ${callerInWords(caller)} ${caller.keyId}`,
      );
      const tenant = caller.tenantId;
      logger.info(
        { request_id: requestId, key_id: caller.keyId, tenant, alias: name, model_id: alias.model_id },
        'alias of a model moved',
      );
      return { ...alias, request_id: requestId };
    },
  });

import { Embedding, EmbedRequest } from '../../../contract/model.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export const postEmbed = ({ inference }: Pick<ServerDependencies, 'inference'>) =>
  operation({
    operationId: 'embed',
    sdk: 'models.embed',
    method: 'POST',
    path: '/v1/models/:model_id/embed',
    scope: 'infer',
    tag: 'Models',
    summary: 'Encode a history into a vector',
    description:
      'Size and geometry belong to the model version: vectors of different versions must not be compared.',
    parameters: ModelPath,
    body: EmbedRequest,
    examples: {
      'A history': { history: ['cup-07', 'tea-01'] },
      'A person': { person_id: 'shopper-1' },
    },
    answer: { status: 200, description: 'The vector.', schema: Embedding },
    errors: [
      'model_not_found',
      'user_not_found',
      'dataset_not_found',
      'model_not_ready',
      'capability_missing',
      'empty_history',
      'history_too_long',
      'unknown_item',
      'warming_up',
    ],
    handle: async ({ caller, parameters, body, requestId }) => ({
      ...(await inference.embed(caller.tenantId, parameters.model_id, body)),
      request_id: requestId,
    }),
  });

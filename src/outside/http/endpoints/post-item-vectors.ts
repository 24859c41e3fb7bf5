import { ItemVectors, ItemVectorsRequest } from '../../../contract/item-vectors.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export const postItemVectors = ({ itemVectors }: Pick<ServerDependencies, 'itemVectors'>) =>
  operation({
    operationId: 'getItemVectors',
    sdk: 'models.itemVectors',
    method: 'POST',
    path: '/v1/models/:model_id/item-vectors',
    scope: 'infer',
    tag: 'Models',
    summary: 'Read the vectors of items',
    description:
      'For an index of one’s own. With a sequential recommender the dot product of an item’s vector and the `embed` vector of a history is the `network_score` of `predict`.',
    parameters: ModelPath,
    body: ItemVectorsRequest,
    examples: { 'Two items': { item_ids: ['cup-07', 'tea-01'] } },
    answer: { status: 200, description: 'The vectors.', schema: ItemVectors },
    errors: ['model_not_found', 'model_not_ready', 'capability_missing', 'duplicate_id', 'unknown_item'],
    handle: async ({ caller, parameters, body, requestId }) => ({
      ...(await itemVectors.read(caller.tenantId, parameters.model_id, body)),
      request_id: requestId,
    }),
  });

import { SimilarItems, SimilarItemsQuery, SimilarItemsRequest } from '../../../contract/item-vectors.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export const getSimilarItems = ({ itemVectors }: Pick<ServerDependencies, 'itemVectors'>) =>
  operation({
    operationId: 'listSimilarItems',
    sdk: 'models.similarItems',
    method: 'GET',
    path: '/v1/models/:model_id/similar-items',
    scope: 'infer',
    tag: 'Models',
    summary: 'List items that are similar to one',
    description:
      'By the cosine of the model’s item vectors: items that come in similar histories, or have similar texts where there are few events. The item itself is left out.',
    parameters: ModelPath,
    query: SimilarItemsQuery,
    answer: { status: 200, description: 'The items.', schema: SimilarItems },
    errors: ['model_not_found', 'model_not_ready', 'capability_missing', 'unknown_item'],
    handle: async ({ caller, parameters, query, requestId }) => ({
      ...(await itemVectors.similar(caller.tenantId, parameters.model_id, SimilarItemsRequest.parse(query))),
      request_id: requestId,
    }),
  });

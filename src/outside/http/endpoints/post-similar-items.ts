import { SimilarItems, SimilarItemsRequest } from '../../../contract/item-vectors.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { rankingErrors } from './ranking-errors.ts';
import { ModelPath } from './resource-paths.ts';

export const postSimilarItems = ({ itemVectors }: Pick<ServerDependencies, 'itemVectors'>) =>
  operation({
    operationId: 'findSimilarItems',
    sdk: 'models.findSimilarItems',
    method: 'POST',
    path: '/v1/models/:model_id/similar-items',
    scope: 'infer',
    tag: 'Models',
    summary: 'Find items that are similar to one, under conditions',
    description:
      'As the GET of this path, with the options of `predict`: filters, boosts, rules, diversity, candidates, and what a person has already taken. The history is not read; its items are left out.',
    parameters: ModelPath,
    body: SimilarItemsRequest,
    examples: {
      'Without what a person has': { item_id: 'tea-01', person_id: 'shopper-1', limit: 5 },
      'Under conditions': {
        item_id: 'tea-01',
        filters: { kind: ['tea', 'pot'] },
        rules: [{ filter: { kind: 'pot' }, min_share: 0.4, in_top: 5 }],
        limit: 5,
      },
    },
    answer: { status: 200, description: 'The items.', schema: SimilarItems },
    errors: rankingErrors,
    handle: async ({ caller, parameters, body, requestId }) => ({
      ...(await itemVectors.similar(caller.tenantId, parameters.model_id, body)),
      request_id: requestId,
    }),
  });

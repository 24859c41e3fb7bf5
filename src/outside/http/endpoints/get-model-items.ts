import { ModelItemList, ModelItemsQuery } from '../../../contract/model-items.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { ModelPath } from './resource-paths.ts';

export interface GetModelItemsParts extends Pick<ServerDependencies, 'modelItems'> {
  readonly cursors: Sealer;
}

export const getModelItems = ({ modelItems, cursors }: GetModelItemsParts) =>
  operation({
    operationId: 'listModelItems',
    sdk: 'models.items',
    method: 'GET',
    path: '/v1/models/:model_id/items',
    scope: ['infer', 'train', 'read'],
    tag: 'Models',
    summary: 'List the items of a model',
    description:
      'The items that the model ranks, in the byte order of their ids: title, text and features as they stand in the text of the dataset, shortened.',
    parameters: ModelPath,
    query: ModelItemsQuery,
    answer: { status: 200, description: 'A page.', schema: ModelItemList },
    errors: ['model_not_found', 'model_not_ready', 'warming_up'],
    handle: ({ caller, parameters: { model_id }, query, requestId }) => {
      const { prefix, item_ids: itemIds } = query;
      const filters = { model_id, item_ids: itemIds && JSON.stringify(itemIds) };
      const request = { caller, query: { ...query, ...filters }, requestId };
      return answerPage(cursors, 'listModelItems', request, (page) =>
        modelItems.list(caller.tenantId, model_id, { prefix, itemIds, ...page }),
      );
    },
  });

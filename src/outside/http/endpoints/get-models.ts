import { ListQuery } from '../../../contract/lists.ts';
import { ModelList } from '../../../contract/model.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetModelsParts extends Pick<ServerDependencies, 'models'> {
  readonly cursors: Sealer;
}

export const getModels = ({ models, cursors }: GetModelsParts) =>
  operation({
    operationId: 'listModels',
    sdk: 'models.list',
    method: 'GET',
    path: '/v1/models',
    scope: ['infer', 'train', 'read'],
    tag: 'Models',
    summary: 'List models',
    description: 'Cards, newest first, in whatever state: also those that are being trained or have failed.',
    query: ListQuery,
    answer: { status: 200, description: 'A page.', schema: ModelList },
    errors: [],
    handle: ({ caller: { tenantId }, query, requestId }) =>
      answerPage(cursors, { tenant: tenantId, list: 'listModels', filters: {} }, query, requestId, (page) =>
        models.list(tenantId, page),
      ),
  });

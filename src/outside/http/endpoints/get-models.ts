import { ModelList, ModelListQuery } from '../../../contract/model.ts';
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
    description:
      'Cards of models that can serve, newest first. `status` asks for those that are being trained or have failed, or for all; a cursor is valid only with the same `status`.',
    query: ModelListQuery,
    answer: { status: 200, description: 'A page.', schema: ModelList },
    errors: [],
    handle: (request) =>
      answerPage(cursors, 'listModels', request, (page) =>
        models.list(request.caller.tenantId, { ...page, status: request.query.status }),
      ),
  });

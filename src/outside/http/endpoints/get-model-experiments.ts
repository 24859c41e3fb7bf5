import { ModelExperimentList, ModelExperimentListQuery } from '../../../contract/model-experiment.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetModelExperimentsParts extends Pick<ServerDependencies, 'modelExperiments'> {
  readonly cursors: Sealer;
}

export const getModelExperiments = ({ modelExperiments, cursors }: GetModelExperimentsParts) =>
  operation({
    operationId: 'listModelExperiments',
    sdk: 'modelExperiments.list',
    method: 'GET',
    path: '/v1/model-experiments',
    scope: ['infer', 'train', 'read'],
    tag: 'Models',
    summary: 'List experiments on models',
    description: 'Newest first, running and ended ones, each with its last result.',
    query: ModelExperimentListQuery,
    answer: { status: 200, description: 'A page.', schema: ModelExperimentList },
    errors: [],
    handle: (request) =>
      answerPage(cursors, 'listModelExperiments', request, (page) =>
        modelExperiments.list(request.caller.tenantId, { alias: request.query.alias ?? null, ...page }),
      ),
  });

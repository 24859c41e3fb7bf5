import { ExperimentList, ExperimentListQuery } from '../../../contract/experiment.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetExperimentsParts extends Pick<ServerDependencies, 'experiments'> {
  readonly cursors: Sealer;
}

export const getExperiments = ({ experiments, cursors }: GetExperimentsParts) =>
  operation({
    operationId: 'listExperiments',
    sdk: 'admin.listExperiments',
    method: 'GET',
    path: '/v1/experiments',
    scope: 'operator',
    tag: 'Experiments',
    summary: 'List experiments',
    description: 'Newest first, running and ended ones, each with its last result.',
    query: ExperimentListQuery,
    answer: { status: 200, description: 'A page.', schema: ExperimentList },
    errors: [],
    handle: (request) =>
      answerPage(cursors, 'listExperiments', request, (page) =>
        experiments.list({ tenantId: request.query.tenant_id ?? null, ...page }),
      ),
  });

import { DatasetList } from '../../../contract/dataset.ts';
import { ListQuery } from '../../../contract/lists.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetDatasetsParts extends Pick<ServerDependencies, 'datasets'> {
  readonly cursors: Sealer;
}

export const getDatasets = ({ datasets, cursors }: GetDatasetsParts) =>
  operation({
    operationId: 'listDatasets',
    sdk: 'datasets.list',
    method: 'GET',
    path: '/v1/datasets',
    scope: ['data', 'read'],
    tag: 'Datasets',
    summary: 'List datasets',
    description: 'Newest first; those that are still imported are not among them.',
    query: ListQuery,
    answer: { status: 200, description: 'A page.', schema: DatasetList },
    errors: [],
    handle: (request) =>
      answerPage(cursors, 'listDatasets', request, (page) => datasets.list(request.caller.tenantId, page)),
  });

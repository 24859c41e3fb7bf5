import { Dataset } from '../../../contract/dataset.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const getDataset = ({ datasets }: Pick<ServerDependencies, 'datasets'>) =>
  operation({
    operationId: 'getDataset',
    sdk: 'datasets.get',
    method: 'GET',
    path: '/v1/datasets/:dataset_id',
    scope: ['data', 'read'],
    tag: 'Datasets',
    summary: 'Read a dataset',
    description: 'The facts about a snapshot; never its rows. One that is still imported is not found.',
    parameters: DatasetPath,
    answer: { status: 200, description: 'The dataset.', schema: Dataset },
    errors: ['dataset_not_found'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await datasets.get(caller.tenantId, parameters.dataset_id)),
      request_id: requestId,
    }),
  });

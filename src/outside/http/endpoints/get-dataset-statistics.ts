import { DatasetStatistics } from '../../../contract/dataset-statistics.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const getDatasetStatistics = ({ datasetStatistics }: Pick<ServerDependencies, 'datasetStatistics'>) =>
  operation({
    operationId: 'getDatasetStatistics',
    sdk: 'datasets.statistics',
    method: 'GET',
    path: '/v1/datasets/:dataset_id/statistics',
    scope: ['data', 'read'],
    tag: 'Datasets',
    summary: 'Read the statistics of a dataset',
    description:
      'Counts, events over time, the long tail of items, histories, sessions, repeats and the fields of items. Measured by the import and kept, so a request reads one small file. A dataset of an earlier version is measured on its first request, which may answer 503 `warming_up`.',
    parameters: DatasetPath,
    answer: { status: 200, description: 'The statistics.', schema: DatasetStatistics },
    errors: ['dataset_not_found', 'warming_up'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await datasetStatistics.get(caller.tenantId, parameters.dataset_id)),
      request_id: requestId,
    }),
  });

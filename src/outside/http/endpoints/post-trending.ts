import { Trending, TrendingRequest } from '../../../contract/trending.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { DatasetPath } from './resource-paths.ts';

export const postTrending = ({ trending }: Pick<ServerDependencies, 'trending'>) =>
  operation({
    operationId: 'listTrendingItems',
    sdk: 'datasets.trending',
    method: 'POST',
    path: '/v1/datasets/:dataset_id/trending',
    scope: ['data', 'read'],
    tag: 'Datasets',
    summary: 'List the items that rise',
    description:
      'Items with more events in a window than in the one before, with the counts of both. A version is read as it is; the newest one of its name also has the events appended since. Reading a large dataset for the first time may answer 503 `warming_up`.',
    parameters: DatasetPath,
    body: TrendingRequest,
    examples: {
      'The last week': { limit: 10 },
      'The last day, of some items and people': {
        window_hours: 24,
        until: '2024-05-04T12:00:00Z',
        filters: { kind: 'tea' },
        person_filters: { age: { lt: 30 } },
      },
    },
    answer: { status: 200, description: 'The items.', schema: Trending },
    errors: ['dataset_not_found', 'unknown_filter', 'warming_up'],
    handle: async ({ caller, parameters, body, requestId }) => ({
      ...(await trending.read(caller.tenantId, parameters.dataset_id, body)),
      request_id: requestId,
    }),
  });

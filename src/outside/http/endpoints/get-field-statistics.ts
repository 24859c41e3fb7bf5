import { FieldStatistics, StatisticsDomain } from '../../../contract/statistics.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getFieldStatistics = ({ statistics }: Pick<ServerDependencies, 'statistics'>) =>
  operation({
    operationId: 'getFieldStatistics',
    sdk: 'statistics.fields',
    method: 'GET',
    path: '/v1/statistics/fields',
    scope: ['read', 'train'],
    tag: 'Learning',
    summary: 'Measure what is known of people',
    description:
      'Which fields people have values of, and where these come from, by a random sample of at most 2,000 people; exact in a smaller domain.',
    query: StatisticsDomain,
    answer: { status: 200, description: 'The counts.', schema: FieldStatistics },
    errors: ['domain_not_found'],
    handle: async ({ caller, query, requestId }) => ({
      ...(await statistics.fields(caller.tenantId, query)),
      request_id: requestId,
    }),
  });

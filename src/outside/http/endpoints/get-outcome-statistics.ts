import { OutcomeStatistics, StatisticsQuery } from '../../../contract/statistics.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getOutcomeStatistics = ({ statistics }: Pick<ServerDependencies, 'statistics'>) =>
  operation({
    operationId: 'getOutcomeStatistics',
    sdk: 'statistics.outcomes',
    method: 'GET',
    path: '/v1/statistics/outcomes',
    scope: ['read', 'train'],
    tag: 'Learning',
    summary: 'Count outcomes',
    description:
      'Outcomes by day and label, and the funnel from shown to mutual. Read from counters that every outcome, withdrawal and erasure changes at once.',
    query: StatisticsQuery,
    answer: { status: 200, description: 'The counts.', schema: OutcomeStatistics },
    errors: ['domain_not_found'],
    handle: async ({ caller, query, requestId }) => ({
      ...(await statistics.outcomes(caller.tenantId, query)),
      request_id: requestId,
    }),
  });

import { MatchStatistics, StatisticsQuery } from '../../../contract/statistics.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getMatchStatistics = ({ statistics }: Pick<ServerDependencies, 'statistics'>) =>
  operation({
    operationId: 'getMatchStatistics',
    sdk: 'statistics.matches',
    method: 'GET',
    path: '/v1/statistics/matches',
    scope: ['read', 'train'],
    tag: 'Learning',
    summary: 'Count matches',
    description:
      'Recorded matches by day, what they showed, and their scores. A match counts within seconds. An erasure takes the matches of the person out, and the person out of the matches of others.',
    query: StatisticsQuery,
    answer: { status: 200, description: 'The counts.', schema: MatchStatistics },
    errors: ['domain_not_found'],
    handle: async ({ caller, query, requestId }) => ({
      ...(await statistics.matches(caller.tenantId, query)),
      request_id: requestId,
    }),
  });

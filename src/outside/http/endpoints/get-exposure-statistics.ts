import { ExposureStatistics, StatisticsQuery } from '../../../contract/statistics.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getExposureStatistics = ({ statistics }: Pick<ServerDependencies, 'statistics'>) =>
  operation({
    operationId: 'getExposureStatistics',
    sdk: 'statistics.exposure',
    method: 'GET',
    path: '/v1/statistics/exposure',
    scope: ['read', 'train'],
    tag: 'Learning',
    summary: 'Measure who is shown',
    description:
      'How unequally people are shown: the Lorenz curve and its Gini coefficient, over the recorded matches of the last 365 days, whether their seekers saw them or not. `days` bounds the newcomers alone. Where fair exposure is on, `fair_exposure` has its prices, and what each declared group gets.',
    query: StatisticsQuery,
    answer: { status: 200, description: 'The counts.', schema: ExposureStatistics },
    errors: ['domain_not_found'],
    handle: async ({ caller, query, requestId }) => ({
      ...(await statistics.exposure(caller.tenantId, query)),
      request_id: requestId,
    }),
  });

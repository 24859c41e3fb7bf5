import { FieldQuery, FieldStatistics } from '../../../contract/statistics.ts';
import { operation } from '../operation.ts';
import { assertScope } from '../request/authenticate.ts';
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
      'Which fields people have values of, where these come from, which are not understood, and which correct a text, by a random sample of at most 2,000 people; exact in a smaller domain.',
    query: FieldQuery,
    answer: { status: 200, description: 'The counts.', schema: FieldStatistics },
    errors: ['domain_not_found'],
    handle: async ({ caller, query, requestId }) => {
      // Examples are values of people.
      if (query.examples_of !== undefined) assertScope(caller, 'read');
      return { ...(await statistics.fields(caller.tenantId, query)), request_id: requestId };
    },
  });

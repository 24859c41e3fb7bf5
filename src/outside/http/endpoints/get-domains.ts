import { DomainList } from '../../../contract/domain.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getDomains = ({ domains }: Pick<ServerDependencies, 'domains'>) =>
  operation({
    operationId: 'listDomains',
    sdk: 'domains.list',
    method: 'GET',
    path: '/v1/domains',
    scope: 'read',
    tag: 'Domains',
    summary: 'List domains',
    description:
      'The enabled domains of the workspace with their versions in force, in the order in which they were enabled.',
    answer: { status: 200, description: 'All enabled domains.', schema: DomainList },
    errors: [],
    handle: async ({ caller, requestId }) => ({
      data: [...(await domains.list(caller.tenantId))],
      request_id: requestId,
    }),
  });

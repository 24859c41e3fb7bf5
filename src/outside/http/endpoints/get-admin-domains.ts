import { TenantPath } from '../../../contract/admin.ts';
import { DomainList } from '../../../contract/domain.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getAdminDomains = ({ domains }: Pick<ServerDependencies, 'domains'>) =>
  operation({
    operationId: 'listTenantDomains',
    sdk: 'domains.listOf',
    method: 'GET',
    path: '/v1/admin/tenants/:tenant_id/domains',
    scope: 'operator',
    tag: 'Administration',
    summary: 'List the domains of a workspace',
    description: 'The enabled domains of the workspace with their versions in force.',
    parameters: TenantPath,
    answer: { status: 200, description: 'All enabled domains.', schema: DomainList },
    errors: ['not_found'],
    handle: async ({ parameters, requestId }) => ({
      data: [...(await domains.list(await domains.tenant(parameters.tenant_id)))],
      request_id: requestId,
    }),
  });

import { DomainSource, TenantDomainPath, VersionQuery } from '../../../contract/domain.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getAdminDomain = ({ domains }: Pick<ServerDependencies, 'domains'>) =>
  operation({
    operationId: 'getTenantDomain',
    sdk: 'domains.getOf',
    method: 'GET',
    path: '/v1/admin/tenants/:tenant_id/domains/:domain',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Read the definition of a domain of a workspace',
    description: 'As GET /v1/domains/{domain} answers a key of the workspace.',
    parameters: TenantDomainPath,
    query: VersionQuery,
    answer: { status: 200, description: 'The definition.', schema: DomainSource },
    errors: ['not_found', 'domain_not_found'],
    handle: async ({ parameters: { tenant_id, domain }, query: { version }, requestId }) => ({
      ...(await domains.source(await domains.tenant(tenant_id), domain, version)),
      request_id: requestId,
    }),
  });

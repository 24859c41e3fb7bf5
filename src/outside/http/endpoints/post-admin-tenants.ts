import { AdminTenant, CreateTenantRequest } from '../../../contract/admin.ts';
import { viewTenant } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postAdminTenants = ({
  accounts,
  people,
  logger,
}: Pick<ServerDependencies, 'accounts' | 'people' | 'logger'>) =>
  operation({
    operationId: 'createTenant',
    sdk: { method: 'admin.createTenant', retries: 0 },
    method: 'POST',
    path: '/v1/admin/tenants',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Create a tenant',
    description: 'The name is unique, so a request that is sent twice creates one tenant: the second is 409.',
    body: CreateTenantRequest,
    examples: {
      'with one domain': { name: 'acme', email: 'ops@acme.example', domains: ['dating'] },
      'with every domain': { name: 'globex', email: 'ops@globex.example' },
    },
    answer: { status: 200, description: 'The tenant.', schema: AdminTenant },
    errors: ['conflict', 'domain_not_found'],
    handle: async ({ caller, body, requestId }) => {
      const tenant = await accounts.administration.createTenant(body);
      audit(logger, { caller, requestId }, { action: 'tenant.create', tenant: tenant.tenantId });
      return { ...viewTenant(tenant, people), request_id: requestId };
    },
  });

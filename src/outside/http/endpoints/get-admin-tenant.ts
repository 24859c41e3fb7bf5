import { AdminTenant, TenantPath } from '../../../contract/admin.ts';
import { viewTenant } from '../answers/admin-view.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getAdminTenant = ({ accounts, people }: Pick<ServerDependencies, 'accounts' | 'people'>) =>
  operation({
    operationId: 'getTenant',
    sdk: 'admin.getTenant',
    method: 'GET',
    path: '/v1/admin/tenants/:tenant_id',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Read a tenant',
    description:
      'Its domains with thresholds and labels, and its settings. Of a secret the answer says only whether one is set. Its keys: GET /v1/admin/keys.',
    parameters: TenantPath,
    answer: { status: 200, description: 'The tenant.', schema: AdminTenant },
    errors: ['not_found'],
    handle: async ({ parameters, requestId }) => ({
      ...viewTenant(await accounts.administration.tenant(parameters.tenant_id), people),
      request_id: requestId,
    }),
  });

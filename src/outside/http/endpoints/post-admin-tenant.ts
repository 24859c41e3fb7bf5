import { AdminTenant, ChangeTenantRequest, TenantPath } from '../../../contract/admin.ts';
import { viewTenant } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postAdminTenant = ({
  accounts,
  people,
  logger,
}: Pick<ServerDependencies, 'accounts' | 'people' | 'logger'>) =>
  operation({
    operationId: 'changeTenant',
    sdk: 'admin.changeTenant',
    method: 'POST',
    path: '/v1/admin/tenants/:tenant_id',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Change a tenant',
    description:
      'Enables domains, sets thresholds, adds labels, sets consent, whether documents are kept, fair exposure, how much matches explore, and engines. What is left out stays as it is; a request with a fault changes nothing. Secrets and addresses are set by the command line alone («counterpart tenants set»).',
    parameters: TenantPath,
    body: ChangeTenantRequest,
    examples: {
      'a threshold and a label': {
        thresholds: { dating: 500 },
        labels: { dating: { superlike: 1.5 } },
      },
      'one more domain': { enable: ['hiring'], share_outcomes: false },
      'a domain on OpenSearch': { engines: { hiring: 'opensearch' } },
      'fair exposure': { fair_exposure: { dating: { capacity: 20, newcomers: { min_share: 0.1 } } } },
      'explore a little': { explore: { dating: 0.05 } },
    },
    answer: { status: 200, description: 'The tenant as it is now.', schema: AdminTenant },
    errors: ['not_found', 'domain_not_found'],
    handle: async ({ caller, parameters, body, requestId }) => {
      const { share_outcomes: shareOutcomes, keep_documents: keepDocuments, ...others } = body;
      const { fair_exposure: fairExposure, ...change } = others;
      const tenant = await accounts.administration.changeTenant(parameters.tenant_id, {
        ...change,
        shareOutcomes,
        keepDocuments,
        fairExposure,
      });
      audit(logger, { caller, requestId }, { action: 'tenant.change', tenant: tenant.tenantId });
      return { ...viewTenant(tenant, people), request_id: requestId };
    },
  });

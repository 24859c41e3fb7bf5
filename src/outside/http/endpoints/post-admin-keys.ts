import { CreatedKey, CreateKeyRequest, TenantPath } from '../../../contract/admin.ts';
import { viewKey } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const postAdminKeys = ({
  accounts,
  clock,
  logger,
  system,
}: Pick<ServerDependencies, 'accounts' | 'clock' | 'logger' | 'system'>) =>
  operation({
    operationId: 'createKey',
    sdk: { method: 'admin.createKey', retries: 0, body: 'optional' },
    method: 'POST',
    path: '/v1/admin/tenants/:tenant_id/keys',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Create a key of a tenant',
    description:
      'The answer is the only one that contains the key. The service stores a hash of it, and therefore no answer to repeat: `Idempotency-Key` is not honoured. Keys of the operator are made by the command line alone («counterpart keys create --operator»).',
    parameters: TenantPath,
    body: CreateKeyRequest,
    examples: {
      'all scopes': {},
      'for matching, until 2030': {
        name: 'the shop',
        scopes: ['read', 'match'],
        expires_at: '2030-12-31T00:00:00Z',
        rate: 50,
      },
    },
    answer: { status: 200, description: 'The key.', schema: CreatedKey },
    errors: ['not_found'],
    handle: async ({ caller, parameters, body, requestId }) => {
      const { key, stored } = await accounts.administration.createKey(parameters.tenant_id, {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.scopes !== undefined && { scopes: body.scopes }),
        ...(body.expires_at !== undefined && { expiresAt: body.expires_at }),
        ...(body.rate !== undefined && { rate: body.rate }),
        ...(body.burst !== undefined && { burst: body.burst }),
      });
      const { tenantId: tenant, keyId: changedKey } = stored;
      audit(logger, { caller, requestId }, { action: 'key.create', tenant, changedKey });
      const shown = await viewKey({ key: stored, sessions: 0 }, clock(), system.tenantName);
      return { ...shown, key, request_id: requestId };
    },
  });

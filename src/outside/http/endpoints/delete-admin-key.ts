import { AdminKey, KeyPath } from '../../../contract/admin.ts';
import { viewKey } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const deleteAdminKey = ({
  accounts,
  clock,
  logger,
  system,
}: Pick<ServerDependencies, 'accounts' | 'clock' | 'logger' | 'system'>) =>
  operation({
    operationId: 'revokeKey',
    sdk: 'admin.revokeKey',
    method: 'DELETE',
    path: '/v1/admin/keys/:key_id',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Revoke a key',
    description:
      'From the next request of every process on, and with it its sessions of the console. A revoked key stays revoked. The key of the request itself is 409.',
    parameters: KeyPath,
    answer: { status: 200, description: 'The key, revoked.', schema: AdminKey },
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId }) => {
      const revoked = await accounts.administration.revokeKey(parameters.key_id, caller.keyId);
      const key = await viewKey({ key: revoked, sessions: 0 }, clock(), system.tenantName);
      const { tenant_id: tenant, id: changedKey } = key;
      audit(logger, { caller, requestId }, { action: 'key.revoke', tenant, changedKey });
      return { ...key, request_id: requestId };
    },
  });

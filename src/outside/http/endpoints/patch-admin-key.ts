import { AdminKey, ChangeKeyRequest, KeyPath } from '../../../contract/admin.ts';
import { viewKey } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { keyExample } from './member-examples.ts';

export const patchAdminKey = ({
  accounts,
  clock,
  logger,
  system,
}: Pick<ServerDependencies, 'accounts' | 'clock' | 'logger' | 'system'>) =>
  operation({
    operationId: 'changeKey',
    sdk: 'admin.changeKey',
    method: 'PATCH',
    path: '/v1/admin/keys/:key_id',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Rename a key',
    description:
      'The name is for people. What the key may do never changes: revoke it and create another one.',
    parameters: KeyPath,
    body: ChangeKeyRequest,
    examples: { 'a name': { name: 'the shop' }, 'no name': { name: null } },
    answer: {
      status: 200,
      description: 'The key.',
      schema: AdminKey,
      example: { ...keyExample, request_id: REQUEST_ID },
    },
    errors: ['not_found'],
    handle: async ({ caller, parameters, body, requestId }) => {
      const renamed = await accounts.administration.renameKey(parameters.key_id, body.name);
      const key = await viewKey(renamed, clock(), system.tenantName);
      const { tenant_id: tenant, id: changedKey } = key;
      audit(logger, { caller, requestId }, { action: 'key.change', tenant, changedKey });
      return { ...key, request_id: requestId };
    },
  });

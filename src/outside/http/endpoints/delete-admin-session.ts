import { AdminSession, SessionPath } from '../../../contract/members.ts';
import { viewSession } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { sessionExample } from './member-examples.ts';

export const deleteAdminSession = ({
  accounts,
  logger,
  system,
}: Pick<ServerDependencies, 'accounts' | 'logger' | 'system'>) =>
  operation({
    operationId: 'endSession',
    sdk: 'admin.endSession',
    method: 'DELETE',
    path: '/v1/admin/sessions/:session_id',
    scope: 'operator',
    tag: 'Administration',
    summary: 'End a session of the console',
    description:
      'From the next request of every process on. Its key or member can begin another one: revoke the key or remove the member to prevent that.',
    parameters: SessionPath,
    answer: {
      status: 200,
      description: 'The session as it was.',
      schema: AdminSession,
      example: { ...sessionExample, request_id: REQUEST_ID },
    },
    errors: ['not_found'],
    handle: async ({ caller, parameters, requestId }) => {
      const ended = await accounts.administration.endSession(parameters.session_id);
      const session = await viewSession(ended, system.tenantName);
      const { tenant_id: tenant } = session;
      const changedKey = ended.session.keyId;
      audit(logger, { caller, requestId }, { action: 'console.sign_out', tenant, changedKey });
      return { ...session, request_id: requestId };
    },
  });

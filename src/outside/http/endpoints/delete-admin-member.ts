import { AdminMember, MemberPath } from '../../../contract/members.ts';
import { viewMember } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { memberExample } from './member-examples.ts';

export const deleteAdminMember = ({
  accounts,
  logger,
  system,
}: Pick<ServerDependencies, 'accounts' | 'logger' | 'system'>) =>
  operation({
    operationId: 'removeMember',
    sdk: 'admin.removeMember',
    method: 'DELETE',
    path: '/v1/admin/members/:member_id',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Remove a member',
    description:
      'From the next request of every process on, and with it its sessions of the console. Name and mail address are deleted; the audit log keeps the address until its entries are removed. The member of the request itself is 409.',
    parameters: MemberPath,
    answer: {
      status: 200,
      description: 'The member as it was.',
      schema: AdminMember,
      example: { ...memberExample, request_id: REQUEST_ID },
    },
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId }) => {
      const removed = await accounts.administration.removeMember(parameters.member_id, caller.keyId);
      const member = await viewMember({ member: removed, sessions: 0 }, system.tenantName);
      const { tenant_id: tenant, id: changedKey } = member;
      audit(logger, { caller, requestId }, { action: 'member.remove', tenant, changedKey });
      return { ...member, request_id: requestId };
    },
  });

import { AdminMember, ChangeMemberRequest, MemberPath } from '../../../contract/members.ts';
import { viewMember } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { memberExample } from './member-examples.ts';

export const patchAdminMember = ({
  accounts,
  logger,
  system,
}: Pick<ServerDependencies, 'accounts' | 'logger' | 'system'>) =>
  operation({
    operationId: 'changeMember',
    sdk: 'admin.changeMember',
    method: 'PATCH',
    path: '/v1/admin/members/:member_id',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Change a member',
    description:
      'Its name, and its scopes or role. Live sessions have the new scopes from their next request on. The mail address stays: remove the member and add another one.',
    parameters: MemberPath,
    body: ChangeMemberRequest,
    examples: { 'another role': { role: 'analyst' }, 'another name': { name: 'Ana Lima' } },
    answer: {
      status: 200,
      description: 'The member.',
      schema: AdminMember,
      example: { ...memberExample, request_id: REQUEST_ID },
    },
    errors: ['not_found'],
    handle: async ({ caller, parameters, body, requestId }) => {
      const changed = await accounts.administration.changeMember(parameters.member_id, body);
      const member = await viewMember(changed, system.tenantName);
      const { tenant_id: tenant, id: changedKey } = member;
      audit(logger, { caller, requestId }, { action: 'member.change', tenant, changedKey });
      return { ...member, request_id: requestId };
    },
  });

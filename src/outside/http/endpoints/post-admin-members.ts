import { TenantPath } from '../../../contract/admin.ts';
import { AddMemberRequest, AdminMember } from '../../../contract/members.ts';
import { viewMember } from '../answers/admin-view.ts';
import { audit } from '../logs/audit.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { memberExample } from './member-examples.ts';

export const postAdminMembers = ({
  accounts,
  logger,
  system,
}: Pick<ServerDependencies, 'accounts' | 'logger' | 'system'>) =>
  operation({
    operationId: 'addMember',
    sdk: { method: 'admin.addMember', retries: 0 },
    method: 'POST',
    path: '/v1/admin/tenants/:tenant_id/members',
    scope: 'operator',
    tag: 'Administration',
    summary: 'Add a member to a tenant',
    description:
      'A person with this verified mail address at the identity provider may then sign in to the console. The first sign-in binds all members of the address to this person: it then opens nothing to another one. Nothing is mailed. Members of the operator are added by the command line alone («counterpart members add --operator»).',
    parameters: TenantPath,
    body: AddMemberRequest,
    examples: {
      'a role': { email: 'ana@example.com', name: 'Ana', role: 'matchmaker' },
      'scopes of their own': { email: 'ben@example.com', scopes: ['read', 'export'] },
    },
    answer: {
      status: 200,
      description: 'The member.',
      schema: AdminMember,
      example: { ...memberExample, request_id: REQUEST_ID },
    },
    errors: ['not_found', 'conflict'],
    handle: async ({ caller, parameters, body, requestId }) => {
      const member = await accounts.administration.addMember(parameters.tenant_id, body);
      const { tenantId: tenant, memberId: changedKey } = member;
      audit(logger, { caller, requestId }, { action: 'member.add', tenant, changedKey });
      return { ...(await viewMember({ member, sessions: 0 }, system.tenantName)), request_id: requestId };
    },
  });

import { AdminMemberList, OwnerQuery } from '../../../contract/members.ts';
import { OPERATOR_OWNER } from '../../../platform/storage/store.ts';
import { viewMember } from '../answers/admin-view.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { memberExample } from './member-examples.ts';

export interface GetAdminMembersParts extends Pick<ServerDependencies, 'accounts' | 'system'> {
  readonly cursors: Sealer;
}

export const getAdminMembers = ({ accounts, system, cursors }: GetAdminMembersParts) =>
  operation({
    operationId: 'listMembers',
    sdk: 'admin.listMembers',
    method: 'GET',
    path: '/v1/admin/members',
    scope: 'operator',
    tag: 'Administration',
    summary: 'List members',
    description:
      'Newest first: the people who sign in to the console by the identity provider, with the number of their live sessions.',
    query: OwnerQuery,
    answer: {
      status: 200,
      description: 'A page.',
      schema: AdminMemberList,
      example: { data: [memberExample], next_cursor: null, has_more: false, request_id: REQUEST_ID },
    },
    errors: ['not_found'],
    handle: async ({ caller, query: { tenant_id, ...asked }, requestId }) => {
      const { administration } = accounts;
      if (tenant_id !== undefined && tenant_id !== OPERATOR_OWNER) await administration.tenant(tenant_id);
      return answerPage(
        cursors,
        { tenant: caller.tenantId, list: 'listMembers', filters: { tenant_id } },
        asked,
        requestId,
        async (page) => {
          const { data, next } = await administration.members(tenant_id ?? null, page);
          return { data: await Promise.all(data.map((each) => viewMember(each, system.tenantName))), next };
        },
      );
    },
  });

import { AdminMemberList, OwnerQuery } from '../../../contract/members.ts';
import { viewMember } from '../answers/admin-view.ts';
import { answerOwnedPage } from '../answers/answer-owned-page.ts';
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
    handle: (asked) =>
      answerOwnedPage({ accounts, cursors }, asked, {
        list: 'listMembers',
        read: accounts.administration.members,
        view: (member) => viewMember(member, system.tenantName),
      }),
  });

import { AdminSessionList, OwnerQuery } from '../../../contract/members.ts';
import { viewSession } from '../answers/admin-view.ts';
import { answerOwnedPage } from '../answers/answer-owned-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';
import { sessionExample } from './member-examples.ts';

export interface GetAdminSessionsParts extends Pick<ServerDependencies, 'accounts' | 'system'> {
  readonly cursors: Sealer;
}

export const getAdminSessions = ({ accounts, system, cursors }: GetAdminSessionsParts) =>
  operation({
    operationId: 'listSessions',
    sdk: 'admin.listSessions',
    method: 'GET',
    path: '/v1/admin/sessions',
    scope: 'operator',
    tag: 'Administration',
    summary: 'List sessions of the console',
    description: 'The live ones, newest first, of keys and of members. No answer contains a token.',
    query: OwnerQuery,
    answer: {
      status: 200,
      description: 'A page.',
      schema: AdminSessionList,
      example: { data: [sessionExample], next_cursor: null, has_more: false, request_id: REQUEST_ID },
    },
    errors: ['not_found'],
    handle: (asked) =>
      answerOwnedPage({ accounts, cursors }, asked, {
        list: 'listSessions',
        read: accounts.administration.sessions,
        view: (session) => viewSession(session, system.tenantName),
      }),
  });

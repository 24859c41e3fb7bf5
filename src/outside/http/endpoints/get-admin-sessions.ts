import { AdminSessionList, OwnerQuery } from '../../../contract/members.ts';
import { OPERATOR_OWNER } from '../../../platform/storage/store.ts';
import { viewSession } from '../answers/admin-view.ts';
import { answerPage } from '../answers/answer-page.ts';
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
    handle: async ({ caller, query: { tenant_id, ...asked }, requestId }) => {
      const { administration } = accounts;
      if (tenant_id !== undefined && tenant_id !== OPERATOR_OWNER) await administration.tenant(tenant_id);
      return answerPage(
        cursors,
        { tenant: caller.tenantId, list: 'listSessions', filters: { tenant_id } },
        asked,
        requestId,
        async (page) => {
          const { data, next } = await administration.sessions(tenant_id ?? null, page);
          return { data: await Promise.all(data.map((each) => viewSession(each, system.tenantName))), next };
        },
      );
    },
  });

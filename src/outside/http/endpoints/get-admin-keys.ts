import { AdminKeyList, KeyListQuery } from '../../../contract/admin.ts';
import { OPERATOR_OWNER } from '../../../platform/storage/store.ts';
import { viewKey } from '../answers/admin-view.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetAdminKeysParts extends Pick<ServerDependencies, 'accounts' | 'clock' | 'system'> {
  readonly cursors: Sealer;
}

export const getAdminKeys = ({ accounts, clock, system, cursors }: GetAdminKeysParts) =>
  operation({
    operationId: 'listKeys',
    sdk: 'admin.listKeys',
    method: 'GET',
    path: '/v1/admin/keys',
    scope: 'operator',
    tag: 'Administration',
    summary: 'List keys',
    description:
      'Newest first, also expired and revoked ones, with the number of live sessions of the console. No answer contains a key itself.',
    query: KeyListQuery,
    answer: { status: 200, description: 'A page.', schema: AdminKeyList },
    errors: ['not_found'],
    handle: async ({ caller, query: { tenant_id, ...asked }, requestId }) => {
      const { administration } = accounts;
      if (tenant_id !== undefined && tenant_id !== OPERATOR_OWNER) await administration.tenant(tenant_id);
      return answerPage(
        cursors,
        { tenant: caller.tenantId, list: 'listKeys', filters: { tenant_id } },
        asked,
        requestId,
        async (page) => {
          const { data, next } = await administration.keys(tenant_id ?? null, page);
          const shown = data.map((key) => viewKey(key, clock(), system.tenantName));
          return { data: await Promise.all(shown), next };
        },
      );
    },
  });

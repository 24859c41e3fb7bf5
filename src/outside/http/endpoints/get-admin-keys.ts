import { AdminKeyList, KeyListQuery } from '../../../contract/admin.ts';
import { viewKey } from '../answers/admin-view.ts';
import { answerOwnedPage } from '../answers/answer-owned-page.ts';
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
    handle: (asked) =>
      answerOwnedPage({ accounts, cursors }, asked, {
        list: 'listKeys',
        read: accounts.administration.keys,
        view: (key) => viewKey(key, clock(), system.tenantName),
      }),
  });

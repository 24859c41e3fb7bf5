import { AdminTenantList } from '../../../contract/admin.ts';
import { ListQuery } from '../../../contract/lists.ts';
import { viewTenant } from '../answers/admin-view.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetAdminTenantsParts extends Pick<ServerDependencies, 'accounts' | 'people'> {
  readonly cursors: Sealer;
}

export const getAdminTenants = ({ accounts, people, cursors }: GetAdminTenantsParts) =>
  operation({
    operationId: 'listTenants',
    sdk: 'admin.listTenants',
    method: 'GET',
    path: '/v1/admin/tenants',
    scope: 'operator',
    tag: 'Administration',
    summary: 'List tenants',
    description: 'Newest first, with their domains and settings.',
    query: ListQuery,
    answer: { status: 200, description: 'A page.', schema: AdminTenantList },
    errors: [],
    handle: (request) =>
      answerPage(cursors, 'listTenants', request, async (page) => {
        const { data, next } = await accounts.administration.tenants(page);
        return { data: data.map((tenant) => viewTenant(tenant, people)), next };
      }),
  });

import { AuditEntryList, AuditQuery } from '../../../contract/audit.ts';
import { tenantId } from '../../../contract/brands.ts';
import { OPERATOR_OWNER } from '../../../platform/storage/store.ts';
import { viewAuditEntry } from '../../accounts/view-audit-entry.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetAdminAuditParts extends Pick<ServerDependencies, 'accounts' | 'audit' | 'system'> {
  readonly cursors: Sealer;
}

export const getAdminAudit = ({ accounts, audit, system, cursors }: GetAdminAuditParts) =>
  operation({
    operationId: 'listAuditEntries',
    sdk: 'admin.listAuditEntries',
    method: 'GET',
    path: '/v1/admin/audit',
    scope: 'operator',
    tag: 'Administration',
    summary: 'List the audit log',
    description:
      'Newest first: which key, session of the console, command or schedule changed what, when and from where. An entry is written with its change, and never changes. It holds no secret, no text of a profile and no id of a person.',
    query: AuditQuery,
    answer: { status: 200, description: 'A page.', schema: AuditEntryList },
    errors: ['not_found'],
    handle: async (request) => {
      const { tenant_id, from, to, action, actor } = request.query;
      if (tenant_id !== undefined && tenant_id !== OPERATOR_OWNER)
        await accounts.administration.tenant(tenant_id);
      const wanted = {
        tenantId: tenant_id === undefined ? null : tenantId(tenant_id),
        ...(action !== undefined && { action }),
        ...(actor !== undefined && { actor }),
        ...(from !== undefined && { from: inUtc(from) }),
        ...(to !== undefined && { to: inUtc(to) }),
      };
      return answerPage(cursors, 'listAuditEntries', request, async ({ before, limit }) => {
        const read = await audit.page(wanted, { before, limit: limit + 1 });
        const shown = read.slice(0, limit);
        const data = await Promise.all(shown.map((entry) => viewAuditEntry(entry, system.tenantName)));
        return { data, next: read.length > limit ? shown.at(-1)!.entryId : null };
      });
    },
  });

/** Times of entries are compared as texts. */
const inUtc = (time: string) => new Date(time).toISOString();

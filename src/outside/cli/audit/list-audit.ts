/** `audit list`: the newest entries. */
import type { Command } from 'commander';
import type { AuditEntryFields } from '../../../contract/audit.ts';
import { viewAuditEntry } from '../../accounts/view-audit-entry.ts';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, positiveInteger, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { type AuditOptions, auditFilters, tenantNames, withAuditFilters } from './audit-filters.ts';

type ListOptions = DataOptions & AuditOptions & { readonly limit: number };

export function addAuditList(audit: Command, actions: CliActions): void {
  withAuditFilters(withDataOptions(audit.command('list')))
    .description('the newest entries')
    .option('--limit <number>', 'at most so many', positiveInteger, 50)
    .action((options: ListOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const { store, accounts } = opened;
        const page = { before: null, limit: options.limit };
        const read = await store.audit.page(await auditFilters(opened, options), page);
        const nameOf = await tenantNames(accounts);
        const shown = await Promise.all(read.map((entry) => viewAuditEntry(entry, nameOf)));
        if (options.json) return printJson(shown);
        if (shown.length === 0) return printLines('There is no such entry.');
        printTable(['when', 'tenant', 'action', 'of', 'by', 'from', 'result'], shown.map(row));
      }),
    );
}

function row({ at, tenant_id, tenant_name, action, target, actor, address, result }: AuditEntryFields) {
  return [
    at,
    tenant_name ?? tenant_id ?? '(operator)',
    action,
    target === null ? '' : `${target.kind} ${target.id}`,
    actor.name === null ? `${actor.kind} ${actor.id}` : `${actor.kind} ${actor.id} (${actor.name})`,
    address ?? '',
    result,
  ];
}

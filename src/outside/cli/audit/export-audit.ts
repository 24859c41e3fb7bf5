/** `audit export`: entries as lines of JSON, oldest first. */
import { createWriteStream, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { counted } from '../../../contract/errors.ts';
import { viewAuditEntry } from '../../accounts/view-audit-entry.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { type AuditOptions, auditFilters, tenantNames, withAuditFilters } from './audit-filters.ts';

type ExportOptions = DataOptions & AuditOptions & { readonly out?: string };

const ENTRIES_A_PAGE = 500;

export function addAuditExport(audit: Command, actions: CliActions): void {
  withAuditFilters(withDataOptions(audit.command('export')))
    .description('write entries as lines of JSON, oldest first')
    .option('--out <file>', 'default: standard output')
    .addHelpText(
      'after',
      '\nA line has the form of an entry of GET /v1/admin/audit.\n\nExample:\n  counterpart audit export --from 2026-01-01 --out audit.jsonl',
    )
    .action((options: ExportOptions) => exportAudit(actions, options));
}

async function exportAudit(actions: CliActions, options: ExportOptions): Promise<void> {
  const { out, json } = options;
  if (json && out === undefined)
    throw new UsageError('--json goes with --out: standard output has the entries.');
  await withStoreAndAccounts(actions, options, async (opened) => {
    const counts = { entries: 0 };
    const lines = Readable.from(linesOf(opened, options, counts));
    if (out === undefined) return pipeline(lines, process.stdout, { end: false });
    // Only a complete export gets the final name.
    const partial = `${out}.partial`;
    await pipeline(lines, createWriteStream(partial, { mode: 0o600 }));
    renameSync(partial, out);
    if (json) printJson({ exported: counts.entries, file: out });
    else printLines(`${counted(counts.entries, 'entry', 'entries')} written to ${out}.`);
  });
}

async function* linesOf(
  opened: StoreAndAccounts,
  options: AuditOptions,
  counts: { entries: number },
): AsyncGenerator<string> {
  const nameOf = await tenantNames(opened.accounts);
  for await (const page of opened.store.audit.scan(await auditFilters(opened, options), ENTRIES_A_PAGE)) {
    for (const entry of page) yield `${JSON.stringify(await viewAuditEntry(entry, nameOf))}\n`;
    counts.entries += page.length;
  }
}

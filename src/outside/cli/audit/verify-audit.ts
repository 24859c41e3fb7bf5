/** `audit verify`: checks that the chains of entries are as they were written. */
import { type Command, InvalidArgumentError } from 'commander';
import { type CheckedChain, type NotedEntry, verifyAudit } from '../../../platform/storage/verify-audit.ts';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { ownerNamed, TENANT_HELP, tenantNames } from './audit-filters.ts';

type VerifyOptions = DataOptions & { readonly tenant?: string; readonly noted?: NotedEntry };

export function addAuditVerify(audit: Command, actions: CliActions): void {
  withDataOptions(audit.command('verify'))
    .description('check the hashes of all entries; exit code 1 where an entry was changed, removed or put in')
    .option('--tenant <name>', TENANT_HELP)
    .option(
      '--noted <number:hash>',
      'a newest entry that an earlier check printed; goes with --tenant',
      notedEntry,
    )
    .addHelpText('after', HELP)
    .action((options: VerifyOptions) =>
      withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
        const { tenant, noted = null, json } = options;
        if (noted !== null && tenant === undefined)
          throw new UsageError('--noted goes with --tenant: each tenant has entries of its own.');
        const owners =
          tenant === undefined
            ? (await store.audit.chains()).map(({ tenantId }) => tenantId)
            : [await ownerNamed(accounts, tenant)];
        const checked: CheckedChain[] = [];
        for (const owner of owners) {
          const found = await verifyAudit(store.audit, owner, noted);
          if (found !== null) checked.push(found);
        }
        if (json) printJson(checked.map(shown));
        else await printChecked(checked, await tenantNames(accounts));
        if (checked.some(({ fault }) => fault !== null)) process.exitCode = 1;
      }),
    );
}

const HELP = `
Note the newest entry at another place. With --noted, a later check also finds a log that was written anew as a whole.

Example:
  counterpart audit verify --tenant acme`;

async function printChecked(
  checked: readonly CheckedChain[],
  nameOf: (tenant: string) => Promise<string | null>,
): Promise<void> {
  if (checked.length === 0) return printLines('There is no entry yet.');
  const rows = checked.map(async ({ tenantId, entries, anchorNumber, number, hash, fault }) => [
    (await nameOf(tenantId)) ?? tenantId,
    String(entries),
    anchorNumber === 0 ? 'none' : `up to ${anchorNumber}`,
    `${number}:${hash}`,
    fault ?? 'sound',
  ]);
  printTable(['tenant', 'entries read', 'removed for age', 'newest entry', 'state'], await Promise.all(rows));
}

function shown({ tenantId, entries, anchorNumber, number, hash, fault }: CheckedChain) {
  return { tenant_id: tenantId, entries, removed_up_to: anchorNumber, newest: { number, hash }, fault };
}

function notedEntry(value: string): NotedEntry {
  const parts = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(value);
  if (parts === null)
    throw new InvalidArgumentError('Expected a number and a hash, as «audit verify» prints them: 12:3af…');
  return { number: Number(parts[1]), hash: parts[2]! };
}

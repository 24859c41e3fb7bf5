/**
 * `export-users`: all people of a domain as NDJSON. Each line is a POST /users body, which `import` accepts.
 */
import { createWriteStream, renameSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { CliActions } from '../cli-actions.ts';
import { exportedLines } from '../export/exported-lines.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface ExportOptions extends DataOptions {
  readonly tenant: string;
  readonly domain: string;
  readonly out?: string;
}

export function addExportCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('export-users'))
    .description('write all people of a domain as NDJSON that can be imported again')
    .requiredOption('--tenant <name>', 'the tenant of the people')
    .requiredOption('--domain <name>', 'the domain')
    .option('--out <file>', 'default: standard output')
    .addHelpText('after', HELP)
    .action((options: ExportOptions) => exportUsers(actions, options));
}

const HELP = `
A line is a POST /v1/users body with the record as it is stored: values with their sources, extras, preferences, and the texts
with their times. An import stores the same record and reads no text again.

Example:
  counterpart export-users --tenant acme --domain dating --out people.ndjson`;

async function exportUsers(actions: CliActions, options: ExportOptions): Promise<void> {
  if (options.json && options.out === undefined)
    throw new UsageError('--json goes with --out: standard output has the people.');
  await withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
    const { tenantId } = await accounts.findTenant(options.tenant);
    await accounts.domainFor(tenantId, options.domain);
    const counts = { people: 0, cutTexts: 0 };
    const lines = exportedLines(store.profiles, tenantId, options.domain, counts);
    if (options.out === undefined) {
      await pipeline(lines, process.stdout, { end: false });
      return;
    }
    // Only a complete export gets the final name.
    const partial = `${options.out}.partial`;
    await pipeline(lines, createWriteStream(partial, { mode: 0o600 }));
    renameSync(partial, options.out);
    reportCounts(options, counts);
  });
}

function reportCounts(
  options: ExportOptions,
  { people, cutTexts }: { people: number; cutTexts: number },
): void {
  if (options.json) {
    printJson({ exported: people, texts_cut: cutTexts, file: options.out });
    return;
  }
  printLines(`${people} people written to ${options.out}.`);
  if (cutTexts > 0) {
    printLines(
      `${cutTexts} of them have more text than one call takes (6 MiB): their oldest items were left out.`,
    );
  }
}

/** `types`: domains as types for the TypeScript client. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import type { CliActions } from '../cli-actions.ts';
import { domainTypes } from '../domain-types.ts';
import { collect, type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { findDomain } from './domains.ts';

type TypesOptions = DataOptions & {
  readonly domain?: readonly string[];
  readonly tenant?: string;
  readonly file?: readonly string[];
};

export function addTypesCommand(program: Command, actions: CliActions): void {
  withDataOptions(program.command('types'))
    .description(
      'print a domain’s fields, filters and preferences as TypeScript, for the package counterpart-client',
    )
    .option(
      '--domain <name>',
      'a domain of the data folder, or a version (dating.v1); may be repeated',
      collect,
    )
    .option('--tenant <name>', 'as this tenant has it')
    .option(
      '--file <definition>',
      'a definition, YAML or JSON, in place of the data folder; may be repeated',
      collect,
    )
    .addHelpText('after', '\nExample:\n  counterpart types --domain dating --tenant acme > domain.d.ts')
    .action(async (options: TypesOptions) => {
      const definitions = [...fromFiles(options.file ?? []), ...(await fromDataFolder(actions, options))];
      if (definitions.length === 0)
        throw new UsageError('Name a domain: --domain NAME, or --file DEFINITION.');
      const twice = definitions.find(
        ({ domain }, at) => definitions.findIndex((definition) => definition.domain === domain) < at,
      );
      if (twice !== undefined)
        throw new UsageError(`«${twice.domain}» is named twice; name each domain once.`);
      const types = domainTypes(definitions);
      if (options.json) printJson({ versions: definitions.map(schemaVersion), types });
      else printLines(types.trimEnd());
    });
}

function fromFiles(files: readonly string[]): readonly DomainDefinition[] {
  return files.map((file) => parseDefinition(readFileSync(file, 'utf8'), basename(file)));
}

async function fromDataFolder(
  actions: CliActions,
  { domain: names = [], ...options }: TypesOptions,
): Promise<readonly DomainDefinition[]> {
  if (names.length === 0) return [];
  const found: DomainDefinition[] = [];
  await withStoreAndAccounts(actions, options, async (opened) => {
    for (const name of names) found.push(await findDomain(opened, name, options.tenant));
  });
  return found;
}

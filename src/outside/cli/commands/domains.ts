/** `domains`: the available domains, and a tenant's own. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { schemaOf } from '../../accounts/schema-of.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addDomainCommands(program: Command, actions: CliActions): void {
  const domains = program.command('domains').description('list and show domains, add a tenant’s own');
  addList(domains, actions);
  addShow(domains, actions);
  addAdd(domains, actions);
  addValidate(domains);
}

type TenantOptions = DataOptions & { readonly tenant?: string };

function addList(domains: Command, actions: CliActions): void {
  withDataOptions(domains.command('list'))
    .description('list the shipped domains, or those that a tenant may have')
    .option('--tenant <name>', 'its own ones too, and which are in force')
    .action((options: TenantOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const { available, inForce } = await choices(opened, options.tenant);
        const rows = available.map((definition) => ({
          domain: definition.domain,
          version: schemaVersion(definition),
          title: definition.title,
          fields: definition.fields.length,
          reciprocal: definition.reciprocal,
          in_force: inForce.has(schemaVersion(definition)),
        }));
        if (options.json) return printJson(rows);
        printTable(
          ['version', 'title', 'fields', 'two-sided', ...(options.tenant === undefined ? [] : ['in force'])],
          rows.map((row) => [
            row.version,
            row.title,
            String(row.fields),
            row.reciprocal,
            ...(options.tenant === undefined ? [] : [row.in_force ? 'yes' : '']),
          ]),
        );
      }),
    );
}

function addShow(domains: Command, actions: CliActions): void {
  withDataOptions(domains.command('show'))
    .description('show the fields of a domain')
    .argument('<domain>', 'its name, or a version (dating.v1)')
    .option('--tenant <name>', 'as this tenant has it')
    .action((name: string, options: TenantOptions) =>
      withStoreAndAccounts(actions, options, async (opened) => {
        const definition = await findDomain(opened, name, options.tenant);
        if (options.json) printJson(schemaOf(definition));
        else describeDomain(definition);
      }),
    );
}

function addAdd(domains: Command, actions: CliActions): void {
  withDataOptions(domains.command('add'))
    .description('add a tenant’s own domain, or a new version of one, and put it in force')
    .argument('<file>', 'its definition, YAML or JSON')
    .requiredOption('--tenant <name>', 'the tenant')
    .addHelpText(
      'after',
      '\nWhile people are stored, a new version may add and loosen fields, and may not take away or retype any.\n\nExample:\n  counterpart domains add dating.v2.yaml --tenant acme',
    )
    .action((file: string, options: DataOptions & { tenant: string }) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const { tenantId, name } = await accounts.findTenant(options.tenant);
        const added = await accounts.addDefinition(tenantId, readFileSync(file, 'utf8'), basename(file));
        const version = schemaVersion(added.definition);
        if (options.json) {
          const previous = added.previousVersion;
          return printJson({
            version,
            previous_version: previous === null ? null : `${added.definition.domain}.v${previous}`,
            rejudged_rows: added.revalidatedRows,
          });
        }
        const before = added.previousVersion === null ? '' : ` (v${added.previousVersion} before)`;
        printLines(
          `${version} is in force for tenant «${name}»${before}.`,
          ...(added.revalidatedRows === 0
            ? []
            : [`${added.revalidatedRows} stored people became complete or incomplete.`]),
        );
      }),
    );
}

function addValidate(domains: Command): void {
  domains
    .command('validate')
    .description('check a definition; reports every fault with its line')
    .argument('<file>', 'the definition, YAML or JSON')
    .option('--json', 'print JSON, for programs')
    .action((file: string, options: { json?: true }) => {
      const definition = parseDefinition(readFileSync(file, 'utf8'), basename(file));
      if (options.json) printJson({ valid: true, version: schemaVersion(definition) });
      else
        printLines(
          `${file} is a valid definition of ${schemaVersion(definition)} with ${definition.fields.length} fields.`,
        );
    });
}

/**
 * A domain by its name or version: the version that the tenant has in force, else the latest. Throws an Error
 * that lists the available ones.
 */
export async function findDomain(
  opened: StoreAndAccounts,
  name: string,
  tenantName: string | undefined,
): Promise<DomainDefinition> {
  const { available, inForce } = await choices(opened, tenantName);
  const fitting = available.filter((version) => version.domain === name || schemaVersion(version) === name);
  const definition =
    fitting.find((version) => inForce.has(schemaVersion(version))) ??
    fitting.toSorted((a, b) => b.version - a.version)[0];
  if (definition === undefined) {
    throw new Error(`There is no domain «${name}»; there are ${available.map(schemaVersion).join(', ')}.`);
  }
  return definition;
}

/** The available domains, and the versions that the tenant has in force. */
async function choices(
  { accounts }: StoreAndAccounts,
  tenantName: string | undefined,
): Promise<{ readonly available: readonly DomainDefinition[]; readonly inForce: ReadonlySet<string> }> {
  const tenant = tenantName === undefined ? null : await accounts.findTenant(tenantName);
  return {
    available: await accounts.availableDomains(tenant?.tenantId ?? null),
    inForce: new Set((tenant?.domains ?? []).map(schemaVersion)),
  };
}

function describeDomain(definition: DomainDefinition): void {
  printLines(
    `${schemaVersion(definition)}: ${definition.title}`,
    ...(definition.description === '' ? [] : [definition.description.trim()]),
    `Two directions: ${definition.reciprocal}. Candidates: ${definition.candidates}.`,
    '',
  );
  printTable(
    ['field', 'kind', 'type', 'required', 'values'],
    definition.fields.map((field) => [
      field.name,
      field.kind,
      field.format ?? (field.multiple ? `${field.type} (several)` : field.type),
      field.required ? 'yes' : '',
      valuesOf(field),
    ]),
  );
}

function valuesOf({ values, range, unit }: FieldDefinition): string {
  if (values !== undefined)
    return values.length > 12 ? `${values.slice(0, 12).join(', ')}, …` : values.join(', ');
  return range === undefined ? '' : `${range[0]}–${range[1]}${unit === undefined ? '' : ` ${unit}`}`;
}

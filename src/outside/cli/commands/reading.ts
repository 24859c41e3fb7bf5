/** `reading`: fits how texts of a workspace are read on its clients' corrections. */
import type { Command } from 'commander';
import type { ReadingFit } from '../../../people/profiles/corrections/fit-reading.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { fitInForeground } from '../reading/fit-in-foreground.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addReadingCommands(program: Command, actions: CliActions): void {
  const reading = program
    .command('reading')
    .description("learn from clients' corrections how texts are read");
  ofTenant(reading.command('fit'))
    .description('refit how texts of a workspace are read; it serves if a gate lets it')
    .option('--domain <name>', 'one domain; left out: all of the tenant')
    .option('--dry-run', 'show what would come of it')
    .addHelpText('after', FIT_HELP)
    .action((options: FitOptions) => refit(actions, options));
  ofTenant(reading.command('list'))
    .description('list what was fitted and serves')
    .addHelpText('after', '\nExample:\n  counterpart reading list --tenant acme')
    .action((options: TenantOptions) => list(actions, options));
  ofTenant(reading.command('reset'))
    .description('read texts of a domain as shipped again')
    .requiredOption('--domain <name>', 'the domain')
    .addHelpText('after', '\nExample:\n  counterpart reading reset --tenant acme --domain hiring')
    .action((options: DomainOptions) => reset(actions, options));
}

interface TenantOptions extends DataOptions {
  readonly tenant: string;
}

interface DomainOptions extends TenantOptions {
  readonly domain: string;
}

interface FitOptions extends TenantOptions {
  readonly domain?: string;
  readonly dryRun?: true;
}

const ofTenant = (command: Command) =>
  withDataOptions(command).requiredOption('--tenant <name>', 'the tenant of the people');

const FIT_HELP = `
A value that a client gives for a field that a person's text was read for confirms or corrects the reading. The texts
are read again in this process. Of each field:
  examples      claims of texts that the client's values tell right from wrong
  confirmed     people of whose texts a right value is taken
  contradicted  people of whose texts a wrong value is taken
  missed        people whose texts state a right value that is not taken

A quarter of the people is held out, always the same. The fit serves where it reads them no worse than what serves, and
held-out shipped texts hardly worse; readings use it within seconds. It needs 30 contradictions, 5 of held-out people.
A person who is erased is no example of the next fit.

Example:
  counterpart reading fit --tenant acme --domain hiring --dry-run`;

async function refit(actions: CliActions, options: FitOptions): Promise<void> {
  await withStoreAndAccounts(actions, options, async (opened) => {
    const { tenantId } = await opened.accounts.findTenant(options.tenant);
    const enabled = await opened.accounts.listDomains(tenantId);
    const names = options.domain === undefined ? enabled.map(({ domain }) => domain) : [options.domain];
    const results: object[] = [];
    for (const name of names) {
      const { definition } = await opened.accounts.domainFor(tenantId, name);
      const isDry = options.dryRun === true;
      const fitted = await fitInForeground(actions, opened, tenantId, definition, isDry);
      if (fitted === 'stopped') return;
      if (options.json) results.push({ domain: name, dry_run: isDry, ...wireOf(fitted) });
      else if (fitted === null) printLines(`${name}: ${NOT_READ}.`);
      else print(name, fitted, isDry);
    }
    if (options.json) printJson(results);
  });
}

const NOT_READ = 'the rules alone read the domain, so there is nothing to fit';

function wireOf(fitted: ReadingFit | null) {
  if (fitted === null) return { outcome: 'not_read_by_network', reason: NOT_READ };
  const { outcome, reason, found, people, heldOut, contradictions, fields, figures } = fitted;
  return {
    ...{ outcome, reason, people_found: found, people, held_out: heldOut, contradictions },
    ...{ fields, f1: figures },
  };
}

function print(
  domain: string,
  { outcome, reason, found, people, heldOut, fields, figures }: ReadingFit,
  isDry: boolean,
): void {
  printLines(
    `${domain}: ${people} people of ${found} with a text and a client's value; ${heldOut} held out.`,
  );
  if (fields.length > 0)
    printTable(
      ['field', 'examples', 'confirmed', 'contradicted', 'missed'],
      fields.map(({ field, ...counts }) => [
        field.slice(domain.length + 1),
        ...[counts.examples, counts.confirmed, counts.contradicted, counts.missed].map(String),
      ]),
    );
  if (figures !== null)
    printTable(
      ['F1 on', 'before', 'after'],
      Object.entries({
        'held-out people': figures.corrections,
        'held-out shipped texts': figures.shipped,
      }).map(([name, { before, after }]) => [name, before.toFixed(3), after.toFixed(3)]),
    );
  const said = {
    deployed: isDry ? 'Would serve' : 'Serves',
    rejected: 'Rejected',
    too_few: 'Nothing fitted',
  };
  printLines(`${said[outcome]}: ${reason}.`);
}

async function list(actions: CliActions, options: TenantOptions): Promise<void> {
  await withStoreAndAccounts(actions, options, async ({ store, accounts }: StoreAndAccounts) => {
    const { tenantId } = await accounts.findTenant(options.tenant);
    const { decisionInForce } = await import(
      '../../../people/reading/corrections/decisions-of-workspaces.ts'
    );
    const shown = (await store.readingDecisions.list(tenantId)).map((stored) => ({
      domain: stored.domain,
      fitted_at: stored.fittedAt,
      serves: decisionInForce(stored) !== null,
      report: stored.report,
    }));
    if (options.json) return printJson(shown);
    if (shown.length === 0) return printLines('Texts of all domains are read as shipped.');
    printTable(
      ['domain', 'fitted', 'serves'],
      shown.map(({ domain, fitted_at, serves }) => [
        domain,
        fitted_at,
        serves ? 'yes' : 'no: the shipped weights are others now; fit again',
      ]),
    );
  });
}

async function reset(actions: CliActions, options: DomainOptions): Promise<void> {
  await withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
    const { tenantId } = await accounts.findTenant(options.tenant);
    const isReset = await store.readingDecisions.remove(tenantId, options.domain);
    if (options.json) return printJson({ domain: options.domain, reset: isReset });
    printLines(
      isReset
        ? `Texts of ${options.domain} are read as shipped again, within seconds.`
        : `Nothing was fitted for ${options.domain}.`,
    );
  });
}

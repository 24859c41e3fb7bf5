/** `keys create`: a key of a tenant, or of the operator. */
import type { Command } from 'commander';
import { type ApiKey, OPERATOR_SCOPE, tenantScopes } from '../../../platform/storage/store.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { commaList, type DataOptions, positiveNumber, timeToCome, withDataOptions } from '../options.ts';
import { printJson, printLines } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import { shownKey } from './shown-key.ts';

interface CreateOptions extends DataOptions {
  readonly name?: string;
  readonly tenant?: string;
  readonly operator?: true;
  readonly scopes?: readonly string[];
  readonly expires?: string;
  readonly rate?: number;
  readonly burst?: number;
}

export function addCreateKey(keys: Command, actions: CliActions): void {
  withDataOptions(keys.command('create'))
    .description('create a key and print it once')
    .option('--tenant <name>', 'the tenant of the key')
    .option('--operator', 'a key of no tenant, for the operations below /v1/admin and for nothing else')
    .option('--name <text>', 'what its holder is called, for people')
    .option('--scopes <names>', `of ${tenantScopes.join(',')}; default: all`, commaList)
    .option(
      '--expires <when>',
      'a date (2030-12-31) or a time from now (90d, 12h, 1y); default: never',
      (when) => timeToCome(when, actions.clock()),
    )
    .option('--rate <number>', 'requests a second; default: 100', positiveNumber)
    .option('--burst <number>', 'requests at once; default: 200, or twice a given rate', positiveNumber)
    .addHelpText(
      'after',
      '\nExamples:\n  counterpart keys create --tenant acme --name shop\n  KEY=$(counterpart keys create --tenant acme --scopes read,match --expires 90d --json | jq -r .key)\n  counterpart keys create --operator --expires 30d',
    )
    .action((options: CreateOptions) => {
      const owner = ownerOf(options);
      return withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const { name, created } = await createFor(accounts, owner, options);
        const { key, stored } = created;
        if (options.json) return printJson({ key, ...shownKey(stored) });
        printLines(
          key,
          '',
          `It is shown only once. Id ${stored.keyId}, ${name}, scopes ${stored.scopes.join(',')}, ${limits(stored)}.`,
        );
      });
    });
}

type Owner = { readonly tenant: string } | 'operator';

/**
 * A key is either of a tenant or of the operator: never both, and the operator's only where that was asked
 * for.
 */
function ownerOf({ tenant, operator, scopes = [] }: CreateOptions): Owner {
  const operatorScope = scopes.includes(OPERATOR_SCOPE);
  if (operator === undefined && !operatorScope) {
    if (tenant === undefined)
      throw new UsageError('Give either --tenant NAME, or --operator for a key of no tenant.');
    return { tenant };
  }
  if (tenant !== undefined || scopes.length > (operatorScope ? 1 : 0)) {
    throw new UsageError(
      'A key of the operator belongs to no tenant and has no other scope: leave out --tenant and the other scopes.',
    );
  }
  return 'operator';
}

async function createFor(
  accounts: StoreAndAccounts['accounts'],
  owner: Owner,
  { name: holder, scopes, expires, rate, burst }: CreateOptions,
) {
  const given = {
    ...(holder === undefined ? {} : { name: holder }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
    ...(rate === undefined ? {} : { rate }),
    ...(burst === undefined ? {} : { burst }),
  };
  if (owner === 'operator')
    return { name: 'of the operator', created: await accounts.createOperatorKey(given) };
  const { tenantId, name } = await accounts.findTenant(owner.tenant);
  const created = await accounts.createKey(tenantId, {
    ...given,
    ...(scopes === undefined ? {} : { scopes }),
  });
  return { name: `tenant «${name}»`, created };
}

function limits({ rate, burst, expiresAt }: ApiKey): string {
  return `${rate} requests a second (burst ${burst}), ${expiresAt === null ? 'never expires' : `expires ${expiresAt}`}`;
}

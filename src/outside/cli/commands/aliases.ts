/** `aliases list | move | remove`: names that stand for models. */
import type { Command } from 'commander';
import {
  createModelAliasService,
  type ModelAliasService,
} from '../../../behaviour/sequence-models/aliases/create-model-alias-service.ts';
import type { TenantId } from '../../../contract/brands.ts';
import { AliasName, type ModelAliasFields } from '../../../contract/model-alias.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

interface AliasOptions extends DataOptions {
  readonly tenant: string;
  readonly reason?: string;
}

const BY_COMMAND = 'moved by the command line';

export function addAliasCommands(program: Command, actions: CliActions): void {
  const aliases = program
    .command('aliases')
    .description('names that stand for models («alias:live»): list them, move them to another model');
  ofTenant(aliases.command('list'))
    .description('aliases of a tenant, with the models that they name')
    .action((options: AliasOptions) =>
      withAliases(actions, options, async (service, tenant) => {
        const found = await service.list(tenant);
        if (options.json) return printJson(found);
        printTable(
          ['alias', 'model', 'moved', 'reason'],
          found.map(({ id, model_id, moved_at, moves }) => [id, model_id, moved_at, moves[0]!.reason]),
        );
      }),
    );
  ofTenant(aliases.command('move'))
    .description('let an alias name a model; makes the alias if there is none')
    .argument('<name>', 'such as live')
    .argument('<model>', 'model_…, ready')
    .option('--reason <text>', 'kept with the move')
    .action((name: string, model: string, options: AliasOptions) =>
      withAliases(actions, options, async (service, tenant) => {
        const { reason } = options;
        const request = { model_id: model, ...(reason !== undefined && { reason }) };
        print(await service.move(tenant, checked(name), request, BY_COMMAND), options);
      }),
    );
  ofTenant(aliases.command('remove'))
    .description('remove an alias; its model stays')
    .argument('<name>', 'such as live')
    .action((name: string, options: AliasOptions) =>
      withAliases(actions, options, async (service, tenant) => {
        await service.remove(tenant, checked(name));
        if (options.json) printJson({ name, removed: true });
        else printLines(`alias:${name} is removed.`);
      }),
    );
}

function ofTenant(command: Command): Command {
  return withDataOptions(command).requiredOption('--tenant <name>', 'the tenant that the alias belongs to');
}

function withAliases(
  actions: CliActions,
  options: AliasOptions,
  action: (service: ModelAliasService, tenant: TenantId) => Promise<void>,
): Promise<void> {
  return withStoreAndAccounts(actions, options, async (opened: StoreAndAccounts) => {
    const { store, accounts } = opened;
    const { tenantId } = await accounts.findTenant(options.tenant);
    const { clock } = actions;
    await action(
      createModelAliasService({ aliases: store.modelAliases, models: store.models, clock }),
      tenantId,
    );
  });
}

function checked(name: string): string {
  const parsed = AliasName.safeParse(name);
  if (parsed.success) return name;
  throw new UsageError(`An alias ${parsed.error.issues[0]!.message}; given was «${name}».`);
}

function print(alias: ModelAliasFields, { json }: AliasOptions): void {
  const [, ...earlier] = alias.moves;
  if (json) printJson(alias);
  else
    printLines(
      `${alias.id} names ${alias.model_id} since ${alias.moved_at}.`,
      ...earlier.map(({ model_id, moved_at }) => `before: ${model_id}, since ${moved_at}`),
    );
}

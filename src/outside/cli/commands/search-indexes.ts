/** `search-indexes list | rebuild`: the indexes of domains on OpenSearch. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { changeSequence } from '../../../contract/brands.ts';
import type { SearchIndex } from '../../../platform/storage/search-index-store.ts';
import type { Store, Tenant } from '../../../platform/storage/store.ts';
import type { CliActions } from '../cli-actions.ts';
import { type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';

export function addSearchIndexCommands(program: Command, actions: CliActions): void {
  const indexes = program
    .command('search-indexes')
    .description('indexes of domains on OpenSearch («tenants set --engine»): list them, build one again');
  addList(indexes, actions);
  addRebuild(indexes, actions);
}

function addList(indexes: Command, actions: CliActions): void {
  withDataOptions(indexes.command('list'))
    .description('indexes with their state, and how many changes of the store each lacks')
    .action((options: DataOptions) =>
      withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
        const names = new Map((await accounts.listTenants()).map(({ tenantId, name }) => [tenantId, name]));
        const all = await Promise.all(
          (await store.searchIndexes.all()).map((index) => shown(index, store, names)),
        );
        if (options.json) return printJson(all);
        printTable(
          ['tenant', 'domain', 'state', 'behind', 'index'],
          all.map(({ tenant, domain, state, behind, index }) => [
            tenant,
            domain,
            state,
            behind === null ? '' : String(behind),
            index,
          ]),
        );
      }),
    );
}

async function shown(
  { tenantId, domain, version, name, state, watermark }: SearchIndex,
  { profiles }: Pick<Store, 'profiles'>,
  names: ReadonlyMap<string, string>,
) {
  const isFollowed = state === 'serving' || state === 'written';
  const behind = isFollowed ? (await profiles.lastSequence(tenantId, domain)) - watermark : null;
  return {
    tenant: names.get(tenantId) ?? tenantId,
    domain: `${domain}.v${version}`,
    state,
    behind: behind === null ? null : Math.max(0, behind),
    index: state === 'asked' ? '' : name,
  };
}

interface RebuildOptions extends DataOptions {
  readonly tenant: string;
}

function addRebuild(indexes: Command, actions: CliActions): void {
  withDataOptions(indexes.command('rebuild'))
    .description('have a worker build another index, which then takes the place of the one that serves')
    .argument('<domain>', 'a domain on OpenSearch')
    .requiredOption('--tenant <name>', 'the tenant of the domain')
    .action((domain: string, options: RebuildOptions) =>
      withStoreAndAccounts(actions, options, async ({ store, accounts }) => {
        const tenant = await accounts.findTenant(options.tenant);
        const isAsked = await store.searchIndexes.add(wish(tenant, domain));
        if (options.json) return printJson({ domain, asked: true });
        printLines(
          isAsked
            ? `A worker builds another index of ${domain}; «counterpart search-indexes list» shows how far it is.`
            : `Another index of ${domain} was asked for already.`,
        );
      }),
    );
}

function wish({ tenantId, name, domains }: Tenant, domain: string): SearchIndex {
  const enabled = domains.find((tenantDomain) => tenantDomain.domain === domain);
  if (enabled?.engine !== 'opensearch')
    throw new UsageError(
      `${name} has no domain «${domain}» on OpenSearch; «counterpart tenants set ${name} --engine ${domain}=opensearch» moves it there.`,
    );
  const none = changeSequence(0);
  return {
    ...{ tenantId, domain, version: enabled.version, name: `asked-${randomUUID()}`, state: 'asked' },
    ...{ watermark: none, writing: none, lockToken: randomUUID(), previousLockToken: null },
    ...{ writtenTo: null, usedAtMs: null, createdAtMs: Date.now() },
  };
}

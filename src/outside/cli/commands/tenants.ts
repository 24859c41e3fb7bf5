/** `tenants`: the tenants of the service, with their domains, thresholds and labels. */
import type { Command } from 'commander';
import { Engine } from '../../../contract/engines.ts';
import { Explore, MAX_EXPLORE } from '../../../contract/explore.ts';
import { FairExposure } from '../../../contract/fair-exposure.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import type { LlmSettings, Tenant } from '../../../platform/storage/store.ts';
import type { CliActions, StoreAndAccounts } from '../cli-actions.ts';
import { collect, commaList, type DataOptions, withDataOptions } from '../options.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { UsageError } from '../usage-error.ts';
import { withStoreAndAccounts } from '../with-store-and-accounts.ts';
import {
  type LanguageModelOptions,
  languageModelFlags,
  readLanguageModelChange,
  withLanguageModelOptions,
} from './language-model-options.ts';

export function addTenantCommands(program: Command, actions: CliActions): void {
  const tenants = program.command('tenants').description('make, list and set up tenants');
  addCreate(tenants, actions);
  addList(tenants, actions);
  addSet(tenants, actions);
  addEnable(tenants, actions);
}

function addCreate(tenants: Command, actions: CliActions): void {
  withDataOptions(tenants.command('create'))
    .description('make a tenant')
    .argument('<name>', 'what you call it; unique')
    .requiredOption('--email <address>', 'address for mails when a training run ends')
    .option('--domains <names>', 'domains with commas between them, or «all»', 'all')
    .addHelpText(
      'after',
      '\nExample:\n  counterpart tenants create acme --domains dating,hiring --email ops@acme.example',
    )
    .action(async (name: string, options: DataOptions & { email: string; domains: string }) => {
      await withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const domains = options.domains === 'all' ? 'all' : commaList(options.domains);
        const tenant = await accounts.createTenant({ name, domains, email: options.email });
        if (options.json) return printJson(shownTenant(tenant));
        printLines(
          `Tenant «${tenant.name}» is made (${tenant.tenantId}), with ${domainNames(tenant)}.`,
          `Next: counterpart keys create --tenant ${quoted(tenant.name)}`,
        );
      });
    });
}

function addList(tenants: Command, actions: CliActions): void {
  withDataOptions(tenants.command('list'))
    .description('list tenants with their domains')
    .action((options: DataOptions) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const all = await accounts.listTenants();
        if (options.json) return printJson(all.map(shownTenant));
        if (all.length === 0)
          return printLines('There is no tenant yet. «counterpart tenants create NAME» makes one.');
        printTable(
          ['name', 'id', 'email', 'domains', 'made'],
          all.map((tenant) => [
            tenant.name,
            tenant.tenantId,
            tenant.email,
            domainNames(tenant),
            tenant.createdAt,
          ]),
        );
      }),
    );
}

interface SetOptions extends DataOptions, LanguageModelOptions {
  readonly threshold?: readonly string[];
  readonly label?: readonly string[];
  readonly memoryHost?: readonly string[];
  readonly memoryHeader?: string;
  readonly enrichmentUrl?: string;
  readonly enrichmentHeader?: string;
  readonly shareOutcomes?: string;
  readonly keepDocuments?: string;
  readonly fairExposure?: readonly string[];
  readonly explore?: readonly string[];
  readonly engine?: readonly string[];
}

function addSet(tenants: Command, actions: CliActions): void {
  withLanguageModelOptions(withDataOptions(tenants.command('set')))
    .description(
      'set thresholds, outcome labels, fair exposure, exploring, engines, consent, how memories are fetched, and the enrichment endpoint',
    )
    .argument('<name>', 'the tenant')
    .option(
      '--threshold <domain=number>',
      'pending triplets that start a training run; may be repeated',
      collect,
    )
    .option('--label <domain:label=polarity>', 'an outcome label of its own; may be repeated', collect)
    .option(
      '--memory-host <host>',
      'host that memory_ref, --enrichment-url and webhooks may reach by plain http, or as a broker of Kafka; may be repeated, replaces all',
      collect,
    )
    .option(
      '--memory-header <header>',
      '«Name: value», sent with every memory fetch; an empty one takes it away',
    )
    .option('--enrichment-url <address>', 'endpoint for enrich: true; an empty one removes it')
    .option(
      '--enrichment-header <header>',
      '«Name: value», sent with every such question; an empty one takes it away',
    )
    .option(
      '--fair-exposure <domain=settings|off>',
      'prices of exposure in a domain, as JSON: dating=\'{"capacity":20}\'; may be repeated',
      collect,
    )
    .option(
      '--explore <domain=share|default>',
      'share of places that show drawn candidates, 0 to 0.2: dating=0.05; may be repeated',
      collect,
    )
    .option(
      '--engine <domain=memory|opensearch>',
      'what finds the candidates of a domain; may be repeated',
      collect,
    )
    .option('--keep-documents <on|off>', 'whether the bytes of documents are kept from now on')
    .option('--share-outcomes <on|off>', 'whether its outcomes may train the tiers that all tenants share')
    .addHelpText(
      'after',
      '\nExample:\n  counterpart tenants set acme --threshold dating=1000 --label dating:superlike=+1.5\n' +
        '  counterpart tenants set acme --fair-exposure \'dating={"capacity":20}\'',
    )
    .action((name: string, options: SetOptions) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        const changes = readChanges(options);
        let tenant = await accounts.findTenant(name);
        for (const change of changes) tenant = await change(accounts, tenant);
        if (options.json) printJson(shownTenant(tenant));
        else printLines(`Tenant «${tenant.name}» is set: ${domainNames(tenant)}.`);
      }),
    );
}

type Change = (accounts: StoreAndAccounts['accounts'], tenant: Tenant) => Promise<Tenant>;

/** Parses all changes before the first is applied. */
function readChanges(options: SetOptions): readonly Change[] {
  const { threshold = [], label = [], memoryHost, memoryHeader } = options;
  const { enrichmentUrl, enrichmentHeader, shareOutcomes, fairExposure = [] } = options;
  const { explore = [], engine = [] } = options;
  const changes: Change[] = [
    ...threshold.map(readThreshold),
    ...label.map(readLabel),
    ...fairExposure.map(readFairExposure),
    ...explore.map(readExplore),
    ...engine.map(readEngine),
  ];
  if (memoryHost !== undefined || memoryHeader !== undefined) {
    changes.push((accounts, tenant) =>
      accounts.setMemoryAccess(tenant.tenantId, {
        memoryHosts: memoryHost ?? tenant.settings.memoryHosts,
        memoryHeader: memoryHeader === undefined ? tenant.settings.memoryHeader : memoryHeader || null,
      }),
    );
  }
  if (enrichmentUrl !== undefined || enrichmentHeader !== undefined) {
    const enrichment = {
      ...(enrichmentUrl !== undefined && { url: enrichmentUrl || null }),
      ...(enrichmentHeader !== undefined && { header: enrichmentHeader || null }),
    };
    changes.push((accounts, tenant) => accounts.setEnrichment(tenant.tenantId, enrichment));
  }
  if (shareOutcomes !== undefined) changes.push(readSharing(shareOutcomes));
  if (options.keepDocuments !== undefined) changes.push(readKeeping(options.keepDocuments));
  const languageModel = readLanguageModelChange(options);
  if (languageModel !== null)
    changes.push((accounts, tenant) => accounts.setLanguageModel(tenant.tenantId, languageModel));
  if (changes.length === 0)
    throw new UsageError(
      `Nothing to set: give --threshold, --label, --memory-host, --memory-header, --enrichment-url, --enrichment-header, ${languageModelFlags}, --fair-exposure, --explore, --engine, --keep-documents or --share-outcomes.`,
    );
  return changes;
}

function readKeeping(text: string): Change {
  if (text !== 'on' && text !== 'off')
    throw new UsageError(`--keep-documents was given «${text}»; expected on or off.`);
  return (accounts, tenant) => accounts.setKeepingDocuments(tenant.tenantId, text === 'on');
}

function readSharing(text: string): Change {
  if (text !== 'on' && text !== 'off')
    throw new UsageError(`--share-outcomes was given «${text}»; expected on or off.`);
  return (accounts, tenant) => accounts.setSharing(tenant.tenantId, text === 'on');
}

function readEngine(text: string): Change {
  const [, domain, name] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(text) ?? [];
  const engine = Engine.safeParse(name);
  if (domain === undefined || !engine.success)
    throw new UsageError(
      `--engine was given «${text}»; expected DOMAIN=memory or DOMAIN=opensearch, as in dating=opensearch.`,
    );
  return (accounts, tenant) => accounts.setEngine(tenant.tenantId, domain, engine.data);
}

function readExplore(text: string): Change {
  const [, domain, share] = /^([a-z][a-z0-9-]*)=(default|[\d.]+)$/.exec(text) ?? [];
  const parsed = Explore.nullable().safeParse(share === 'default' ? null : Number(share));
  if (domain === undefined || !parsed.success)
    throw new UsageError(
      `--explore was given «${text}»; expected DOMAIN=SHARE with a share from 0 to ${MAX_EXPLORE}, as in dating=0.05, or DOMAIN=default.`,
    );
  return (accounts, tenant) => accounts.setExplore(tenant.tenantId, domain, parsed.data);
}

function readFairExposure(text: string): Change {
  const [, domain, settings] = /^([a-z][a-z0-9-]*)=(.+)$/s.exec(text) ?? [];
  if (domain === undefined)
    throw new UsageError(
      `--fair-exposure was given «${text}»; expected DOMAIN=SETTINGS, as in dating={"capacity":20}, or DOMAIN=off.`,
    );
  const rule = settings === 'off' ? null : parseFairExposure(settings!);
  return (accounts, tenant) => accounts.setFairExposure(tenant.tenantId, domain, rule);
}

function parseFairExposure(settings: string): FairExposure {
  let value: unknown;
  try {
    value = parseJson(settings);
  } catch {
    throw new UsageError(
      `--fair-exposure was given «${settings}», which is no JSON; expected an object, as in {"capacity":20}, or off.`,
    );
  }
  const parsed = FairExposure.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'settings'}: ${message}`,
  );
  throw new UsageError(`--fair-exposure has faults: ${faults.join('; ')}.`);
}

function readThreshold(text: string): Change {
  const [, domain, number] = /^([a-z][a-z0-9-]*)=(\d+)$/.exec(text) ?? [];
  if (domain === undefined)
    throw new UsageError(`--threshold was given «${text}»; expected DOMAIN=NUMBER, as in dating=1000.`);
  return (accounts, tenant) => accounts.setThreshold(tenant.tenantId, domain, Number(number));
}

function readLabel(text: string): Change {
  const [, domain, label, polarity] = /^([a-z][a-z0-9-]*):([^:=]+)=([+-]?[\d.]+)$/.exec(text) ?? [];
  if (domain === undefined) {
    throw new UsageError(
      `--label was given «${text}»; expected DOMAIN:LABEL=POLARITY, as in dating:superlike=+1.5.`,
    );
  }
  return (accounts, tenant) => accounts.addLabel(tenant.tenantId, domain, label!, Number(polarity));
}

function addEnable(tenants: Command, actions: CliActions): void {
  withDataOptions(tenants.command('enable'))
    .description('enable domains for a tenant, or move it to their newest version')
    .argument('<name>', 'the tenant')
    .requiredOption('--domain <names>', 'domains with commas between them', commaList)
    .addHelpText('after', '\nExample:\n  counterpart tenants enable acme --domain hiring')
    .action((name: string, options: DataOptions & { domain: readonly string[] }) =>
      withStoreAndAccounts(actions, options, async ({ accounts }) => {
        let tenant = await accounts.findTenant(name);
        for (const domain of options.domain) tenant = await accounts.enableDomain(tenant.tenantId, domain);
        if (options.json) printJson(shownTenant(tenant));
        else printLines(`Tenant «${tenant.name}» has ${domainNames(tenant)}.`);
      }),
    );
}

/** Omits headers and the queries of addresses, which are secrets. */
function shownTenant({ tenantId, name, email, createdAt, domains, settings }: Tenant) {
  return {
    id: tenantId,
    name,
    email,
    created_at: createdAt,
    domains: domains.map(({ domain, version, threshold, labels, fairExposure, explore, engine }) => ({
      domain,
      version: `${domain}.v${version}`,
      threshold,
      labels,
      fair_exposure: fairExposure ?? null,
      explore: explore ?? null,
      engine: engine ?? 'memory',
    })),
    share_outcomes: settings.shareOutcomes === true,
    keep_documents: settings.keepDocuments === true,
    memory: { hosts: settings.memoryHosts, header_is_set: settings.memoryHeader !== null },
    enrichment: {
      url: settings.enrichmentUrl?.replace(/[?#].*$/, '') ?? null,
      header_is_set: settings.enrichmentHeader != null,
    },
    llm: shownLlm(settings.llm ?? {}),
    extraction: settings.extraction ?? null,
  };
}

/** null: as the service is configured. */
function shownLlm({ url, model, apiKey, dailyUsd, concurrency }: LlmSettings) {
  return {
    url: url?.replace(/[?#].*$/, '') ?? null,
    model: model ?? null,
    api_key_is_set: apiKey !== undefined,
    daily_usd: dailyUsd === null ? 'none' : (dailyUsd ?? null),
    concurrency: concurrency ?? null,
  };
}

function domainNames({ domains }: Tenant): string {
  if (domains.length === 0) return 'no domain yet';
  return domains
    .map(({ domain, version, threshold, labels, fairExposure, explore, engine }) => {
      const own = Object.entries(labels).map(
        ([label, polarity]) => `${label} ${polarity > 0 ? '+' : ''}${polarity}`,
      );
      const exposure =
        fairExposure === undefined ? '' : `, fair exposure of capacity ${fairExposure.capacity}`;
      return `${domain}.v${version} (threshold ${threshold}${own.map((text) => `, ${text}`).join('')}${exposure}${explore === undefined ? '' : `, explores ${explore}`}${engine === undefined ? '' : `, on ${engine}`})`;
    })
    .join(', ');
}

function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name}'`;
}

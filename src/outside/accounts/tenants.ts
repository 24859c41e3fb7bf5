/** Creates tenants and changes their settings. */
import { type TenantId, tenantId } from '../../contract/brands.ts';
import { apiError, invalidRequest } from '../../contract/errors.ts';
import { newId } from '../../contract/new-id.ts';
import { builtInLabels } from '../../domains/active-domain.ts';
import { allowedAddress } from '../../platform/outbound/allowed-address.ts';
import type {
  AccountStore,
  Store,
  Tenant,
  TenantDomain,
  TenantSettings,
} from '../../platform/storage/store.ts';
import type { DomainCatalogue } from './domain-catalogue.ts';

const DEFAULT_THRESHOLD = 1000;
const LARGEST_THRESHOLD = 1_000_000_000;
const LARGEST_POLARITY = 10;
/** Attempts of a change that others keep overtaking. */
const MOST_ATTEMPTS = 50;
const namePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;
const emailPattern = /^[^\s@]+@[^\s@]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a label must not have
const labelPattern = /^[^\s:=\u0000-\u001f\u007f-\u009f]{1,64}$/u;

const hostPattern = /^[A-Za-z0-9.:_[\]-]{1,255}$/;
const noHeader = 'must be «Name: value», as in «Authorization: Bearer …»';
const headerPattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+: ?[\x20-\x7e]+$/;

export type MemorySettings = Pick<TenantSettings, 'memoryHosts' | 'memoryHeader'>;

/** A missing property stays as it is; null removes it. */
export interface EnrichmentSettings {
  readonly url?: string | null;
  /** "Name: value" */
  readonly header?: string | null;
}

export interface TenantParts {
  readonly store: Pick<Store, 'accounts' | 'profiles'>;
  readonly clock: () => number;
  readonly catalogue: DomainCatalogue;
}

export async function createTenant(
  { store, clock, catalogue }: TenantParts,
  given: { readonly name: string; readonly domains: readonly string[] | 'all'; readonly email: string },
): Promise<Tenant> {
  validateNameAndEmail(given);
  const id = tenantId(newId('ten'));
  const names =
    given.domains === 'all'
      ? [...new Set((await catalogue.available(id)).map(({ domain }) => domain))]
      : [...new Set(given.domains)];
  const tenant: Tenant = {
    tenantId: id,
    name: given.name,
    email: given.email,
    createdAt: new Date(clock()).toISOString(),
    domains: await Promise.all(names.map((name) => newestDomain(catalogue, id, name))),
    settings: { memoryHosts: [], memoryHeader: null },
  };
  if ((await store.accounts.createTenant(tenant)) === 'conflict') {
    throw apiError('conflict', `There is a tenant «${given.name}» already. Choose another name.`);
  }
  return tenant;
}

export async function findTenant(accounts: AccountStore, nameOrId: string): Promise<Tenant> {
  const tenant = (await accounts.tenantNamed(nameOrId)) ?? (await accounts.tenant(tenantId(nameOrId)));
  if (tenant !== null) return tenant;
  const names = (await accounts.listTenants()).map(({ name }) => name);
  const known = names.length === 0 ? 'There is none yet' : `There are ${names.slice(0, 20).join(', ')}`;
  throw apiError(
    'not_found',
    `There is no tenant «${nameOrId}». ${known}; «counterpart tenants create NAME» makes one.`,
  );
}

/**
 * Changes a tenant that other requests may change at the same time. If one did meanwhile, the change is made
 * again from its result. Throws 404 `not_found`, 409 `conflict`.
 */
export async function changeTenant(
  accounts: AccountStore,
  tenant: TenantId,
  change: (stored: Tenant) => Tenant | Promise<Tenant>,
  write: AccountStore['updateTenant'] = (changed, stored) => accounts.updateTenant(changed, stored),
): Promise<Tenant> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const stored = await findTenant(accounts, tenant);
    const changed = await change(stored);
    if (await write(changed, stored)) return changed;
  }
  throw apiError(
    'conflict',
    'Other requests change this workspace at the same time. Send the request again.',
  );
}

export async function enableDomain(
  { store, catalogue }: TenantParts,
  tenant: TenantId,
  domain: string,
): Promise<Tenant> {
  return changeTenant(store.accounts, tenant, async (stored) => ({
    ...stored,
    domains: withEnabled(stored.domains, await newestDomain(catalogue, tenant, domain)),
  }));
}

/** With the version of the domain. */
export function withEnabled(
  domains: readonly TenantDomain[],
  { domain, version }: Pick<TenantDomain, 'domain' | 'version'>,
): readonly TenantDomain[] {
  return domains.some((tenantDomain) => tenantDomain.domain === domain)
    ? domains.map((tenantDomain) =>
        tenantDomain.domain === domain ? { ...tenantDomain, version } : tenantDomain,
      )
    : [...domains, { domain, version, threshold: DEFAULT_THRESHOLD, labels: {} }];
}

export function setThreshold(
  accounts: AccountStore,
  tenant: TenantId,
  domain: string,
  threshold: number,
): Promise<Tenant> {
  return changeDomain(accounts, tenant, domain, withThreshold(threshold));
}

type DomainChange = (enabled: TenantDomain) => TenantDomain;

/** Throws 400 `invalid_request`. */
export function withThreshold(threshold: number): DomainChange {
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > LARGEST_THRESHOLD) {
    const message = `must be a whole number of triplets, 1 to ${LARGEST_THRESHOLD}; ${threshold} was given`;
    throw invalidRequest([{ path: 'threshold', message }]);
  }
  return (domain) => ({ ...domain, threshold });
}

export function addLabel(
  accounts: AccountStore,
  tenant: TenantId,
  domain: string,
  label: string,
  polarity: number,
): Promise<Tenant> {
  return changeDomain(accounts, tenant, domain, withLabel(label, polarity));
}

/** Throws 400 `invalid_request`. */
export function withLabel(label: string, polarity: number): DomainChange {
  validateLabel(label, polarity);
  return (domain) => ({ ...domain, labels: { ...domain.labels, [label]: polarity } });
}

export async function setMemoryAccess(
  accounts: AccountStore,
  tenant: TenantId,
  settings: MemorySettings,
): Promise<Tenant> {
  validateMemoryAccess(settings);
  return changeTenant(accounts, tenant, (stored) => ({
    ...stored,
    settings: { ...stored.settings, ...settings },
  }));
}

/** A header belongs to the origin that it was given for, so it is removed when the origin changes. */
export async function setEnrichment(
  accounts: AccountStore,
  tenant: TenantId,
  enrichmentSettings: EnrichmentSettings,
): Promise<Tenant> {
  return changeTenant(accounts, tenant, (stored) => {
    const { settings } = stored;
    const enrichmentUrl =
      enrichmentSettings.url === undefined ? (settings.enrichmentUrl ?? null) : enrichmentSettings.url;
    const kept = sameOrigin(enrichmentUrl, settings.enrichmentUrl)
      ? (settings.enrichmentHeader ?? null)
      : null;
    const enrichmentHeader = enrichmentSettings.header === undefined ? kept : enrichmentSettings.header;
    validateEnrichment(enrichmentUrl, enrichmentHeader, settings.memoryHosts);
    return { ...stored, settings: { ...settings, enrichmentUrl, enrichmentHeader } };
  });
}

function sameOrigin(now: string | null, before: string | null | undefined): boolean {
  if (now === null || before == null || !URL.canParse(now)) return false;
  return new URL(now).origin === new URL(before).origin;
}

/**
 * Whether outcomes may train the tiers that all tenants share. Applies from the next run on; trained models
 * stay.
 */
export async function setSharing(
  accounts: AccountStore,
  tenant: TenantId,
  shareOutcomes: boolean,
): Promise<Tenant> {
  return changeTenant(accounts, tenant, (stored) => ({
    ...stored,
    settings: { ...stored.settings, shareOutcomes },
  }));
}

/** Whether the bytes of documents are kept from now on. Kept ones stay. */
export async function setKeepingDocuments(
  accounts: AccountStore,
  tenant: TenantId,
  keepDocuments: boolean,
): Promise<Tenant> {
  return changeTenant(accounts, tenant, (stored) => ({
    ...stored,
    settings: { ...stored.settings, keepDocuments },
  }));
}

async function changeDomain(
  accounts: AccountStore,
  tenant: TenantId,
  domain: string,
  change: DomainChange,
): Promise<Tenant> {
  return changeTenant(accounts, tenant, (stored) => ({
    ...stored,
    domains: withDomain(stored.domains, domain, change),
  }));
}

/** With one enabled domain changed. Throws 404 `domain_not_found`. */
export function withDomain(
  domains: readonly TenantDomain[],
  domain: string,
  change: DomainChange,
): readonly TenantDomain[] {
  if (!domains.some((tenantDomain) => tenantDomain.domain === domain)) {
    const names = domains.map((domain) => domain.domain).join(', ');
    throw apiError(
      'domain_not_found',
      `The tenant has no domain «${domain}»; it has ${names || 'none'}. «counterpart tenants enable» adds one.`,
    );
  }
  return domains.map((tenantDomain) =>
    tenantDomain.domain === domain ? change(tenantDomain) : tenantDomain,
  );
}

/** Throws 404 `domain_not_found`. */
export async function newestDomain(
  catalogue: DomainCatalogue,
  tenant: TenantId,
  name: string,
): Promise<TenantDomain> {
  const newest = await catalogue.newest(tenant, name);
  if (newest === undefined) {
    const known = [...new Set((await catalogue.available(tenant)).map(({ domain }) => domain))];
    throw apiError('domain_not_found', `There is no domain «${name}»; there are ${known.join(', ')}.`);
  }
  return { domain: newest.domain, version: newest.version, threshold: DEFAULT_THRESHOLD, labels: {} };
}

function validateNameAndEmail({ name, email }: { readonly name: string; readonly email: string }): void {
  const issues = [];
  if (!namePattern.test(name)) {
    const message = `«${name}» is no tenant name: 1 to 100 letters, digits, spaces and . _ -, a letter or digit first`;
    issues.push({ path: 'name', message });
  }
  if (!emailPattern.test(email)) issues.push({ path: 'email', message: `«${email}» is no mail address` });
  if (issues.length > 0) throw invalidRequest(issues);
}

/** The messages omit the header's value, because it is a secret. */
function validateMemoryAccess({ memoryHosts, memoryHeader }: MemorySettings): void {
  const issues = memoryHosts
    .filter((host) => !hostPattern.test(host))
    .map((host) => ({
      path: 'memory-host',
      message: `«${host}» is no host name; give it as memory.internal`,
    }));
  if (memoryHeader !== null && !headerPattern.test(memoryHeader)) {
    issues.push({ path: 'memory-header', message: noHeader });
  }
  if (issues.length > 0) throw invalidRequest(issues);
}

function validateEnrichment(
  url: string | null,
  header: string | null,
  allowedHosts: readonly string[],
): void {
  const issues = [];
  const address = url === null ? null : allowedAddress(url, allowedHosts);
  if (typeof address === 'string') {
    const message = `${address}. «--memory-host» allow-lists a host of your own.`;
    issues.push({ path: 'enrichment-url', message });
  }
  if (header !== null && url === null) {
    issues.push({ path: 'enrichment-header', message: 'goes with an address: give --enrichment-url, too' });
  } else if (header !== null && !headerPattern.test(header)) {
    issues.push({ path: 'enrichment-header', message: noHeader });
  }
  if (issues.length > 0) throw invalidRequest(issues);
}

function validateLabel(label: string, polarity: number): void {
  const issues = [];
  if (!labelPattern.test(label)) {
    issues.push({
      path: 'label',
      message: `«${label}» is no label: 1 to 64 characters without spaces, : and =`,
    });
  }
  if (Object.hasOwn(builtInLabels, label)) {
    issues.push({ path: 'label', message: `«${label}» is built in, and its polarity stands` });
  }
  if (!Number.isFinite(polarity) || polarity === 0 || Math.abs(polarity) > LARGEST_POLARITY) {
    const message = `the polarity is a number from -${LARGEST_POLARITY} to ${LARGEST_POLARITY}, not 0; ${polarity} was given`;
    issues.push({ path: 'label', message });
  }
  if (issues.length > 0) throw invalidRequest(issues);
}

/** Tenants, keys, and the domains of a tenant, for the HTTP layer and the operator's commands. */
import type { TenantId } from '../../contract/brands.ts';
import type { DomainChanges, DomainSource, ListedDomains } from '../../contract/domain.ts';
import type { EngineName } from '../../contract/engines.ts';
import type { FairExposure } from '../../contract/fair-exposure.ts';
import type { ActiveDomain, DomainFor, VersionFor } from '../../domains/active-domain.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { type DefinitionOutline, outlineOf } from '../../domains/definition-outline.ts';
import { type DomainVersion, shippedVersions } from '../../domains/shipped-domains.ts';
import type { Member } from '../../platform/storage/member-store.ts';
import type { ApiKey, Store, Tenant } from '../../platform/storage/store.ts';
import { AccountCache } from './account-cache.ts';
import { type AddedDefinition, type AddOptions, addDefinition } from './add-definition.ts';
import { type Administration, createAdministration } from './administration.ts';
import { authenticate, type Caller } from './authenticate.ts';
import { changeTenantSettings } from './change-tenant-settings.ts';
import { type ConsoleSessions, createConsoleSessions } from './console-sessions.ts';
import { defaultDomain } from './default-domain.ts';
import { definitionChanges } from './definition-changes.ts';
import { DomainCatalogue } from './domain-catalogue.ts';
import { domainSource, listDomains } from './domain-views.ts';
import { hasPeople } from './has-people.ts';
import { type KeyRate, KeyRateLimiter } from './key-rate-limiter.ts';
import { type CreatedKey, createKey, createOperatorKey, type NewKey, renameKey, revokeKey } from './keys.ts';
import {
  addMember,
  addOperator,
  changeMember,
  type GivenMemberChange,
  type NewMember,
  removeMember,
} from './members.ts';
import { createNoteKeyUse } from './note-key-use.ts';
import { type LanguageModelChange, setLanguageModel } from './set-language-model.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';
import {
  addLabel,
  createTenant,
  type EnrichmentSettings,
  enableDomain,
  findTenant,
  type MemorySettings,
  setEnrichment,
  setKeepingDocuments,
  setMemoryAccess,
  setSharing,
  setThreshold,
} from './tenants.ts';
import { versionNamed } from './version-named.ts';

export interface Accounts {
  /** Throws 401 `unauthorized` for an unknown, revoked or expired key. */
  authenticate(key: string): Promise<Caller>;
  readonly rateLimiter: { take(caller: Caller): KeyRate; peek(caller: Caller): KeyRate };
  readonly sessions: ConsoleSessions;
  /** The operator's work over HTTP. */
  readonly administration: Administration;
  readonly domainFor: DomainFor;
  readonly versionFor: VersionFor;
  /**
   * The domain of a call that names none: that of `schema` (`dating.v1`) if it is enabled, else the only
   * enabled one. Throws 400 `invalid_request` when there are several, 403 `forbidden` when there is none.
   */
  defaultDomain(tenant: TenantId, schema?: string): Promise<string>;
  /** The enabled domains, in the order in which they were enabled. */
  activeDomains(tenant: TenantId): Promise<readonly ActiveDomain[]>;
  /** Cached until any account data changes. null: there is no such tenant. */
  tenant(tenant: TenantId): Promise<Tenant | null>;

  /** By name or id. Throws 404 `not_found`, listing the names. */
  findTenant(nameOrId: string): Promise<Tenant>;
  listTenants(): Promise<readonly Tenant[]>;
  /** `domains`: names, or `all` shipped ones. Throws 409 `conflict` when the name is taken. */
  createTenant(given: {
    readonly name: string;
    readonly domains: readonly string[] | 'all';
    readonly email: string;
  }): Promise<Tenant>;
  /** Enables the newest version, or moves an enabled domain to it. */
  enableDomain(tenant: TenantId, domain: string): Promise<Tenant>;
  setThreshold(tenant: TenantId, domain: string, threshold: number): Promise<Tenant>;
  /**
   * `polarity`: above 0 for outcomes in favour of a match, below 0 for outcomes against. Replaces an earlier
   * one.
   */
  addLabel(tenant: TenantId, domain: string, label: string, polarity: number): Promise<Tenant>;
  /** How memories are fetched for the tenant. */
  setMemoryAccess(tenant: TenantId, settings: MemorySettings): Promise<Tenant>;
  /** The endpoint for `enrich: true`. Throws 400 `invalid_request`. */
  setEnrichment(tenant: TenantId, settings: EnrichmentSettings): Promise<Tenant>;
  /** The tenant's language model, and how its texts are read. Throws 400 `invalid_request`. */
  setLanguageModel(tenant: TenantId, change: LanguageModelChange): Promise<Tenant>;
  /** Whether the tenant's outcomes may train the tiers that all tenants share. Default: no. */
  setSharing(tenant: TenantId, shareOutcomes: boolean): Promise<Tenant>;
  setKeepingDocuments(tenant: TenantId, keepDocuments: boolean): Promise<Tenant>;
  /**
   * Settings of fair exposure in a domain; null: off. Throws 400 `invalid_request`, 404 `domain_not_found`.
   */
  setFairExposure(tenant: TenantId, domain: string, rule: FairExposure | null): Promise<Tenant>;
  /** Share of places for drawn candidates, 0 to 0.2; null: the default. Throws 404 `domain_not_found`. */
  setExplore(tenant: TenantId, domain: string, share: number | null): Promise<Tenant>;
  /**
   * The engine that finds the candidates of a domain. Throws 400 `invalid_request`, 404 `domain_not_found`.
   */
  setEngine(tenant: TenantId, domain: string, engine: EngineName): Promise<Tenant>;

  createKey(tenant: TenantId, given: NewKey): Promise<CreatedKey>;
  /** A key without a tenant, whose only scope is `operator`. Only the command line makes one. */
  createOperatorKey(given: Omit<NewKey, 'scopes'>): Promise<CreatedKey>;
  listKeys(tenant: TenantId | null): Promise<readonly ApiKey[]>;
  /**
   * Ends its console sessions too. Throws 404 `not_found`. Takes effect with the next request of every
   * process.
   */
  revokeKey(keyId: string): Promise<void>;
  /** null: no name. Throws 400 `invalid_request`, 404 `not_found`. */
  renameKey(keyId: string, name: string | null): Promise<ApiKey>;

  /** Throws 400 `invalid_request`, 409 `conflict` where the address is a member already. */
  addMember(tenant: TenantId, given: NewMember): Promise<Member>;
  /** A member of the operator's area. Only the command line makes one. Throws as `addMember`. */
  addOperator(given: Pick<NewMember, 'email' | 'name'>): Promise<Member>;
  /** The members of all owners where `tenant` is null. */
  listMembers(tenant: TenantId | null): Promise<readonly Member[]>;
  /** Takes effect with the next request of every process. Throws 400 and 404 `not_found`. */
  changeMember(memberId: string, given: GivenMemberChange): Promise<Member>;
  /** Ends its sessions too. Throws 404 `not_found`. */
  removeMember(memberId: string): Promise<Member>;

  /** Every version of every domain that the tenant could enable. null: the shipped ones. */
  availableDomains(tenant: TenantId | null): Promise<readonly DomainDefinition[]>;
  /** Adds a tenant's own domain, or a new version of it, and puts it in force. Throws 400 and 409. */
  addDefinition(
    tenant: TenantId,
    yamlSource: string,
    fileName: string,
    options?: AddOptions,
  ): Promise<AddedDefinition>;
  /** The enabled domains with the versions in force, in the order in which they were enabled. */
  listDomains(tenant: TenantId): Promise<ListedDomains>;
  /**
   * A version of a domain, by default the one in force. Throws 404 `domain_not_found`, and what `domainFor`
   * throws.
   */
  domainSource(tenant: TenantId, domain: string, version?: number): Promise<DomainSource>;
  /** The changes that the definition would make. null: the tenant has no such domain. */
  domainChanges(tenant: TenantId, after: DefinitionOutline): Promise<DomainChanges | null>;
}

export interface AccountsDependencies {
  readonly store: Pick<Store, 'accounts' | 'profiles' | 'sessions' | 'members' | 'rates'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Default: the domains that come with the product. */
  readonly shipped?: () => readonly DomainVersion[];
}

export function createAccounts({ store, clock, shipped = shippedVersions }: AccountsDependencies): Accounts {
  const cache = new AccountCache(store.accounts, store.members);
  const noteKeyUse = createNoteKeyUse(store.accounts, clock);
  const catalogue = new DomainCatalogue(cache, shipped);
  const parts = { store, clock, catalogue };
  const memberParts = { members: store.members, clock };
  return {
    authenticate: (key) => authenticate({ cache, clock, noteKeyUse }, key),
    rateLimiter: store.rates === null ? new KeyRateLimiter(clock) : new SharedRateLimiter(store.rates, clock),
    sessions: createConsoleSessions({ store, cache, noteKeyUse, clock }),
    administration: createAdministration(parts),
    addMember: (tenant, member) => addMember(memberParts, tenant, member),
    addOperator: (operator) => addOperator(memberParts, operator),
    listMembers: (tenant) => store.members.list(tenant),
    changeMember: (memberId, change) => changeMember(memberParts, memberId, change),
    removeMember: (memberId) => removeMember(memberParts, memberId),
    domainFor: (tenant, domain) => catalogue.active(tenant, domain),
    versionFor: (tenant, domain, schema) => versionNamed(catalogue, tenant, domain, schema),
    defaultDomain: (tenant, schema) => defaultDomain(catalogue, tenant, schema),
    activeDomains: (tenant) => catalogue.activeDomains(tenant),
    tenant: (tenant) => cache.tenant(tenant),
    findTenant: (nameOrId) => findTenant(store.accounts, nameOrId),
    listTenants: () => store.accounts.listTenants(),
    createTenant: (tenant) => createTenant(parts, tenant),
    enableDomain: (tenant, domain) => enableDomain(parts, tenant, domain),
    setThreshold: (tenant, domain, threshold) => setThreshold(store.accounts, tenant, domain, threshold),
    addLabel: (tenant, domain, label, polarity) => addLabel(store.accounts, tenant, domain, label, polarity),
    setMemoryAccess: (tenant, settings) => setMemoryAccess(store.accounts, tenant, settings),
    setEnrichment: (tenant, settings) => setEnrichment(store.accounts, tenant, settings),
    setLanguageModel: (tenant, change) => setLanguageModel(store.accounts, tenant, change),
    setKeepingDocuments: (tenant, keepDocuments) =>
      setKeepingDocuments(store.accounts, tenant, keepDocuments),
    setSharing: (tenant, shareOutcomes) => setSharing(store.accounts, tenant, shareOutcomes),
    setFairExposure: (tenant, domain, rule) =>
      changeTenantSettings(parts, tenant, { fairExposure: { [domain]: rule } }),
    setExplore: (tenant, domain, share) =>
      changeTenantSettings(parts, tenant, { explore: { [domain]: share } }),
    setEngine: (tenant, domain, engine) =>
      changeTenantSettings(parts, tenant, { engines: { [domain]: engine } }),
    createKey: (tenant, key) => createKey(store.accounts, clock, tenant, key),
    createOperatorKey: (key) => createOperatorKey(store.accounts, clock, key),
    listKeys: (tenant) => store.accounts.listKeys(tenant),
    revokeKey: (keyId) => revokeKey(store.accounts, clock, keyId),
    renameKey: (keyId, name) => renameKey(store.accounts, keyId, name),
    availableDomains: async (tenant) =>
      (tenant === null ? shipped() : await catalogue.available(tenant)).map((version) => version.read()),
    addDefinition: (...given) => addDefinition(parts, ...given),
    listDomains: (tenant) => listDomains(catalogue, tenant),
    domainSource: (tenant, domain, version) => domainSource(catalogue, tenant, domain, version),
    domainChanges: async (tenant, after) => {
      const { domain } = after.definition;
      const before = (await catalogue.activeDomains(tenant)).find(
        (activeDomain) => activeDomain.definition.domain === domain,
      );
      if (before === undefined) return null;
      const people = await hasPeople(store.profiles, tenant, domain);
      return definitionChanges(outlineOf(before.definition), after, people);
    },
  };
}

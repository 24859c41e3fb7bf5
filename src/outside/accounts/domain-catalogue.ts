/**
 * The domains of a tenant and their versions. A tenant's own definition takes precedence over a shipped one
 * of the same domain and version.
 */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import { type ActiveDomain, builtInLabels } from '../../domains/active-domain.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { parseDefinition } from '../../domains/parse-definition.ts';
import type { DomainVersion } from '../../domains/shipped-domains.ts';
import type { Tenant, TenantDomain } from '../../platform/storage/store.ts';
import type { AccountCache } from './account-cache.ts';

export class DomainCatalogue {
  readonly #cache: AccountCache;
  readonly #shipped: () => readonly DomainVersion[];
  /** Parsed once each, because a stored version never changes. Every call returns the same object. */
  readonly #parsed = new Map<string, DomainDefinition>();

  constructor(cache: AccountCache, shipped: () => readonly DomainVersion[]) {
    this.#cache = cache;
    this.#shipped = shipped;
  }

  /** Every version of every domain that the tenant could enable, its own first. */
  async available(tenant: TenantId): Promise<readonly DomainVersion[]> {
    const own = await this.#cache.definitions(tenant);
    return [
      ...own.map(({ domain, version, source }) => ({
        domain,
        version,
        origin: 'own' as const,
        source: () => source,
        read: () => this.#read(tenant, `${domain}.v${version}`, source),
      })),
      ...this.#shipped(),
    ];
  }

  /** The first of equal versions is the one that `definition` reads. */
  async versions(tenant: TenantId, domain: string): Promise<readonly DomainVersion[]> {
    const known = new Map<number, DomainVersion>();
    for (const version of await this.available(tenant)) {
      if (version.domain === domain && !known.has(version.version)) known.set(version.version, version);
    }
    return [...known.values()].sort((a, b) => b.version - a.version);
  }

  /** The enabled domains, in the order in which they were enabled. */
  async enabled(tenantId: TenantId): Promise<readonly TenantDomain[]> {
    return (await this.#tenant(tenantId)).domains;
  }

  async definition(tenant: TenantId, domain: string, version: number): Promise<DomainDefinition | undefined> {
    const versions = await this.available(tenant);
    return versions
      .find((domainVersion) => domainVersion.domain === domain && domainVersion.version === version)
      ?.read();
  }

  async newest(tenant: TenantId, domain: string): Promise<DomainVersion | undefined> {
    const versions = (await this.available(tenant)).filter((version) => version.domain === domain);
    return versions.reduce<DomainVersion | undefined>(
      (newest, version) => (newest === undefined || version.version > newest.version ? version : newest),
      undefined,
    );
  }

  /** Throws 404 `domain_not_found` for an unknown name, 403 `forbidden` for a domain that is not enabled. */
  async active(tenantId: TenantId, domain: string): Promise<ActiveDomain> {
    const tenant = await this.#tenant(tenantId);
    const enabled = tenant.domains.find((tenantDomain) => tenantDomain.domain === domain);
    if (enabled === undefined) throw await this.#refusal(tenant, domain);
    return this.#activate(tenant, enabled);
  }

  /** Names in the order in which the domains were enabled. */
  async enabledDomains(tenantId: TenantId): Promise<readonly string[]> {
    return (await this.enabled(tenantId)).map(({ domain }) => domain);
  }

  /** In the order in which they were enabled. */
  async activeDomains(tenantId: TenantId): Promise<readonly ActiveDomain[]> {
    const tenant = await this.#tenant(tenantId);
    return Promise.all(tenant.domains.map((enabled) => this.#activate(tenant, enabled)));
  }

  async #activate(
    { tenantId, name }: Tenant,
    { domain, version, threshold, labels, fairExposure, explore, engine }: TenantDomain,
  ): Promise<ActiveDomain> {
    const definition = await this.definition(tenantId, domain, version);
    if (definition === undefined) {
      throw new Error(
        `tenant ${name} is on ${domain}.v${version}, which this version of Counterpart does not ship; add it with «counterpart domains add FILE --tenant ${name}»`,
      );
    }
    const all = { ...builtInLabels, ...labels };
    return {
      ...{ definition, labels: all, threshold },
      fairExposure: fairExposure ?? null,
      explore: explore ?? null,
      engine: engine ?? 'memory',
    };
  }

  async #refusal({ tenantId, name, domains }: Tenant, domain: string) {
    const enabled = domains.map((domain) => domain.domain);
    if ((await this.newest(tenantId, domain)) === undefined) {
      return apiError(
        'domain_not_found',
        `There is no domain «${domain}». Yours are ${enabled.join(', ') || '(none yet)'}.`,
        { domain, enabled },
      );
    }
    return apiError(
      'forbidden',
      `The domain «${domain}» is not enabled for you; ${enabled.join(', ') || 'none'} ${enabled.length === 1 ? 'is' : 'are'}. The operator enables it with «counterpart tenants enable ${name} --domain ${domain}».`,
      { domain, enabled },
    );
  }

  async #tenant(tenantId: TenantId): Promise<Tenant> {
    const tenant = await this.#cache.tenant(tenantId);
    if (tenant === null) throw new Error(`there is no tenant ${tenantId}`);
    return tenant;
  }

  #read(tenant: TenantId, name: string, source: string): DomainDefinition {
    const key = `${tenant} ${name}`;
    const known = this.#parsed.get(key);
    if (known !== undefined) return known;
    const definition = parseDefinition(source, `${name}.yaml`);
    this.#parsed.set(key, definition);
    return definition;
  }
}

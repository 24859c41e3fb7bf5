/**
 * The model that the stores are tested against, as plain lists in memory: tenants, keys, domain definitions,
 * and the audit log of their changes.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { ApiKey, StoredDefinition, Tenant } from '../store.ts';

/** An entry of the log, as far as the model knows it. */
interface Entry {
  readonly tenantId: TenantId;
  readonly number: number;
  readonly action: string;
  /** The id of the target; null: none. */
  readonly target: string | null;
  readonly person: string | null;
}

interface Definition extends StoredDefinition {
  readonly tenant: TenantId;
}

export class ModelAccounts {
  tenants: readonly Tenant[] = [];
  keys: readonly ApiKey[] = [];
  definitions: readonly Definition[] = [];
  entries: readonly Entry[] = [];
  readonly anchors = new Map<TenantId, number>();
  readonly #numbers = new Map<TenantId, number>();
  /** Changes of accounts. */
  changes = 0;

  tenant(id: TenantId): Tenant | null {
    return this.tenants.find(({ tenantId }) => tenantId === id) ?? null;
  }

  createTenant(tenant: Tenant): 'created' | 'conflict' {
    if (this.tenants.some(({ name, tenantId: id }) => name === tenant.name || id === tenant.tenantId))
      return 'conflict';
    this.tenants = [...this.tenants, tenant];
    this.#changed(tenant.tenantId, 'tenant.create', tenant.tenantId);
    return 'created';
  }

  /** Name, address and time of creation stay. */
  updateTenant({ tenantId, domains, settings }: Tenant): boolean {
    const earlier = this.tenant(tenantId);
    if (earlier === null) return false;
    this.changes += 1;
    const later = { ...earlier, domains, settings };
    this.tenants = this.tenants.map((tenant) => (tenant === earlier ? later : tenant));
    if (JSON.stringify(later) !== JSON.stringify(earlier)) this.note(tenantId, 'tenant.change', tenantId);
    return true;
  }

  createKey(key: ApiKey): void {
    this.keys = [...this.keys, key];
    this.#changed(key.tenantId, 'key.create', key.keyId);
  }

  revokeKey(keyId: string, at: string): boolean {
    const key = this.keys.find((each) => each.keyId === keyId);
    if (key === undefined) return false;
    this.changes += 1;
    if (key.revokedAt !== null) return true;
    this.keys = this.keys.map((each) => (each === key ? { ...key, revokedAt: at } : each));
    this.note(key.tenantId, 'key.revoke', keyId);
    return true;
  }

  publish(definition: StoredDefinition, tenant: Tenant, before: Tenant) {
    const { domain, version, source } = definition;
    const known = this.definitions.find(
      (each) => each.tenant === tenant.tenantId && each.domain === domain && each.version === version,
    );
    if (known !== undefined && known.source !== source) return 'conflict';
    const stored = this.tenant(tenant.tenantId);
    if (stored === null || JSON.stringify(stored.domains) !== JSON.stringify(before.domains))
      return 'changed';
    if (known === undefined) {
      this.definitions = [...this.definitions, { tenant: tenant.tenantId, ...definition }];
      this.note(tenant.tenantId, 'domain.publish', domain);
    }
    this.updateTenant(tenant);
    return known === undefined ? 'published' : 'repeated';
  }

  erase(tenant: TenantId, person: string): void {
    this.note(tenant, 'person.erase', null, person);
  }

  note(tenantId: TenantId, action: string, target: string | null, person: string | null = null): void {
    const number = this.numberOf(tenantId) + 1;
    this.#numbers.set(tenantId, number);
    this.entries = [...this.entries, { tenantId, number, action, target, person }];
  }

  numberOf(tenant: TenantId): number {
    return this.#numbers.get(tenant) ?? 0;
  }

  /** The oldest `limit` entries of the owner go, all of which are old. */
  forget(tenant: TenantId, limit: number): number {
    const oldest = this.entries.filter(({ tenantId }) => tenantId === tenant).slice(0, limit);
    if (oldest.length === 0) return 0;
    this.entries = this.entries.filter((entry) => !oldest.includes(entry));
    this.anchors.set(tenant, oldest.at(-1)!.number);
    this.note(tenant, 'audit.purge', null);
    return oldest.length;
  }

  owners(): readonly TenantId[] {
    return [...this.#numbers.keys()].sort();
  }

  #changed(tenant: TenantId, action: string, target: string): void {
    this.changes += 1;
    this.note(tenant, action, target);
  }
}

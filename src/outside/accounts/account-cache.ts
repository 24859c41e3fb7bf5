/**
 * Caches what every request reads (its key or member, its tenant) until any account data changes. Each lookup first
 * reads the version of the account data, which is one read of one small row. So a key that another process
 * revokes is refused by the very next request.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Member, MemberStore } from '../../platform/storage/member-store.ts';
import type { AccountStore, ApiKey, Tenant } from '../../platform/storage/store.ts';

type Definitions = Awaited<ReturnType<AccountStore['definitions']>>;

export class AccountCache {
  readonly #store: AccountStore;
  readonly #memberStore: Pick<MemberStore, 'find'>;
  #version = -1;
  #keys = new Map<string, ApiKey>();
  #keysById = new Map<string, ApiKey>();
  #members = new Map<string, Member>();
  #tenants = new Map<TenantId, Tenant>();
  #definitions = new Map<TenantId, Definitions>();

  constructor(store: AccountStore, members: Pick<MemberStore, 'find'>) {
    this.#store = store;
    this.#memberStore = members;
  }

  keyByHash(hash: string): Promise<ApiKey | null> {
    return this.#remembered(
      () => this.#keys,
      hash,
      () => this.#store.keyByHash(hash),
    );
  }

  key(tenant: TenantId, keyId: string): Promise<ApiKey | null> {
    return this.#remembered(
      () => this.#keysById,
      `${tenant}/${keyId}`,
      () => this.#store.key(tenant, keyId),
    );
  }

  member(tenant: TenantId, memberId: string): Promise<Member | null> {
    return this.#remembered(
      () => this.#members,
      `${tenant}/${memberId}`,
      () => this.#memberStore.find(tenant, memberId),
    );
  }

  tenant(tenant: TenantId): Promise<Tenant | null> {
    return this.#remembered(
      () => this.#tenants,
      tenant,
      () => this.#store.tenant(tenant),
    );
  }

  async definitions(tenant: TenantId): Promise<Definitions> {
    const read = () => this.#store.definitions(tenant);
    return (await this.#remembered(() => this.#definitions, tenant, read)) ?? [];
  }

  /** Misses are not cached, so that guesses of unknown keys take no memory. */
  async #remembered<Key, Value>(
    table: () => Map<Key, Value>,
    key: Key,
    read: () => Promise<Value | null>,
  ): Promise<Value | null> {
    await this.#forgetIfChanged();
    const known = table().get(key);
    if (known !== undefined) return known;
    const remembering = table();
    const found = await read();
    // Fills the table that was current before the read. After a change in between, that table is no longer
    // used.
    if (found !== null) remembering.set(key, found);
    return found;
  }

  async #forgetIfChanged(): Promise<void> {
    const version = await this.#store.accountsVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#keys = new Map();
    this.#keysById = new Map();
    this.#members = new Map();
    this.#tenants = new Map();
    this.#definitions = new Map();
  }
}

/**
 * What every request asks for (its key, its tenant), remembered until any account data changes. Each question asks
 * the store first whether something did, which is one read of one small row: so a key that another process revokes
 * is refused by the very next request.
 */
import type { TenantId } from '../contract/brands.ts';
import type { AccountStore, ApiKey, Tenant } from '../storage/store.ts';

type Definitions = Awaited<ReturnType<AccountStore['definitions']>>;

export class AccountCache {
  readonly #store: AccountStore;
  #version = -1;
  #keys = new Map<string, ApiKey>();
  #tenants = new Map<TenantId, Tenant>();
  #definitions = new Map<TenantId, Definitions>();

  constructor(store: AccountStore) {
    this.#store = store;
  }

  keyByHash(hash: string): Promise<ApiKey | null> {
    return this.#remembered(
      () => this.#keys,
      hash,
      () => this.#store.keyByHash(hash),
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

  /** Nothing is remembered of what is not there: strangers' guesses take no memory. */
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
    // Into the table that was current before the read: where a change came in between, that one is gone.
    if (found !== null) remembering.set(key, found);
    return found;
  }

  async #forgetIfChanged(): Promise<void> {
    const version = await this.#store.accountsVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#keys = new Map();
    this.#tenants = new Map();
    this.#definitions = new Map();
  }
}

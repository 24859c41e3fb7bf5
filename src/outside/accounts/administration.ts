/**
 * The operator's work over HTTP: the tenants and keys of the whole service. Every list is a page, and no
 * answer holds a secret, save the key that was just created.
 */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { AccountPage, ApiKey, Store, Tenant } from '../../platform/storage/store.ts';
import { type Page, pageOf } from './admin-page.ts';
import { changeTenantSettings, type TenantChange } from './change-tenant-settings.ts';
import { type CreatedKey, createKey, type NewKey, renameKey, revokeKey } from './keys.ts';
import { createMemberAdministration, type MemberAdministration } from './member-administration.ts';
import { tenantWithId } from './tenant-with-id.ts';
import { createTenant, type TenantParts } from './tenants.ts';

/** A key, with the number of its live sessions of the console. */
export interface KeyWithSessions {
  readonly key: ApiKey;
  readonly sessions: number;
}

export interface Administration extends MemberAdministration {
  tenants(page: AccountPage): Promise<Page<Tenant>>;
  /** Throws 404 `not_found`, as every method that takes the id of a tenant. */
  tenant(id: string): Promise<Tenant>;
  /** Throws 400 `invalid_request`, 404 `domain_not_found`, 409 `conflict` where the name is taken. */
  createTenant(given: Parameters<typeof createTenant>[1]): Promise<Tenant>;
  /** All or nothing. Throws 400 `invalid_request` and 404 `domain_not_found`. */
  changeTenant(id: string, change: TenantChange): Promise<Tenant>;
  /** Keys of all owners where `owner` is null. */
  keys(owner: string | null, page: AccountPage): Promise<Page<KeyWithSessions>>;
  /** Throws 400 `invalid_request`. */
  createKey(id: string, given: NewKey): Promise<CreatedKey>;
  /** Ends its sessions too. Throws 404 `not_found`, and 409 `conflict` where the key would revoke itself. */
  revokeKey(keyId: string, callerKeyId: string): Promise<ApiKey>;
  /** Throws 400 `invalid_request`, 404 `not_found`. */
  renameKey(keyId: string, name: string | null): Promise<KeyWithSessions>;
}

export interface AdministrationParts extends Omit<TenantParts, 'store'> {
  readonly store: Pick<Store, 'accounts' | 'profiles' | 'sessions' | 'members'>;
}

export function createAdministration(parts: AdministrationParts): Administration {
  const { store, clock } = parts;
  const { accounts, sessions } = store;
  const named = (id: string) => tenantWithId(store.accounts, id);
  return {
    tenants: async ({ before, limit }) =>
      pageOf(await accounts.pageOfTenants({ before, limit: limit + 1 }), limit, (tenant) => tenant.tenantId),
    tenant: named,
    createTenant: (tenant) => createTenant(parts, tenant),
    changeTenant: async (id, change) => changeTenantSettings(parts, (await named(id)).tenantId, change),
    keys: async (owner, { before, limit }) => {
      const read = await accounts.pageOfKeys(owner as TenantId | null, { before, limit: limit + 1 });
      const { data, next } = pageOf(read, limit, ({ keyId }) => keyId);
      const live = await sessions.countOfKeys(data, clock());
      return { data: data.map((key) => ({ key, sessions: live.get(key.keyId) ?? 0 })), next };
    },
    createKey: async (id, key) => createKey(accounts, clock, (await named(id)).tenantId, key),
    revokeKey: async (keyId, callerKeyId) => {
      if (keyId === callerKeyId) throw itself(keyId);
      await revokeKey(accounts, clock, keyId);
      return (await accounts.keyById(keyId))!;
    },
    renameKey: async (keyId, name) => {
      const key = await renameKey(accounts, keyId, name);
      const live = await sessions.countOfKeys([key], clock());
      return { key, sessions: live.get(keyId) ?? 0 };
    },
    ...createMemberAdministration(parts),
  };
}

function itself(keyId: string) {
  return apiError(
    'conflict',
    `${keyId} is the key of this request, which would end with it. Revoke it with another key, or with «counterpart keys revoke».`,
  );
}

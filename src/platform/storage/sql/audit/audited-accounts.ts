/** Entries of keys, tenants and domains. */
import type { NewAuditEntry } from '../../audit-store.ts';
import type { Tenant } from '../../store.ts';
import { findKeyById } from '../accounts/account-pages.ts';
import {
  type createKey,
  type createTenant,
  findTenant,
  type publishDefinition,
  type revokeKey,
  type updateTenant,
} from '../accounts/account-queries.ts';
import { type Audited, entry, type Target, when } from './audited-change.ts';
import { tenantChanges } from './tenant-changes.ts';

export const auditedKeys = {
  createKey: {
    entries: async (_, { args: [key] }) => [
      entry(key.tenantId, 'key.create', ['key', key.keyId], {
        scopes: key.scopes,
        rate: key.rate,
        burst: key.burst,
        expires_at: key.expiresAt,
      }),
    ],
  } satisfies Audited<typeof createKey>,
  revokeKey: {
    before: findKeyById,
    // A key that was revoked before stays as it is.
    entries: async (_, { result, earlier: key }) =>
      result && key !== null && key.revokedAt === null
        ? [entry(key.tenantId, 'key.revoke', ['key', key.keyId])]
        : [],
  } satisfies Audited<typeof revokeKey, Awaited<ReturnType<typeof findKeyById>>>,
};

export const auditedTenants = {
  createTenant: {
    entries: async (_, { args: [tenant], result }) =>
      when(
        result === 'created',
        entry(tenant.tenantId, 'tenant.create', ['tenant', tenant.tenantId], {
          name: tenant.name,
          domains: tenant.domains.map(({ domain }) => domain),
        }),
      ),
  } satisfies Audited<typeof createTenant>,
  updateTenant: {
    before: (db, tenant) => findTenant(db, 'tenant_id', tenant.tenantId),
    entries: async (_, { args: [tenant], earlier, result }) => (result ? changeOf(earlier, tenant) : []),
  } satisfies Audited<typeof updateTenant, Awaited<ReturnType<typeof findTenant>>>,
  publishDefinition: {
    before: (db, _, tenant) => findTenant(db, 'tenant_id', tenant.tenantId),
    entries: async (_, { args: [{ domain, version }, tenant], earlier, result }) => {
      const published = entry(tenant.tenantId, 'domain.publish', ['domain', domain], { version });
      const isStored = result === 'published' || result === 'repeated';
      return [...when(result === 'published', published), ...(isStored ? changeOf(earlier, tenant) : [])];
    },
  } satisfies Audited<typeof publishDefinition, Awaited<ReturnType<typeof findTenant>>>,
};

function changeOf(earlier: Tenant | null, tenant: Tenant): readonly NewAuditEntry[] {
  const changed = earlier === null ? [] : tenantChanges(earlier, tenant);
  const target: Target = ['tenant', tenant.tenantId];
  return when(changed.length > 0, entry(tenant.tenantId, 'tenant.change', target, { changed }));
}

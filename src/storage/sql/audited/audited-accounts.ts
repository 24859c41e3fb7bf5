/** Entries of keys, tenants and domains. */
import { findKeyById } from '../account-pages.ts';
import {
  type createKey,
  type createTenant,
  findTenant,
  type putDefinition,
  type revokeKey,
  type updateTenant,
} from '../account-queries.ts';
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
    entries: async (_, { args: [tenant], earlier, result }) => {
      const changed = earlier === null || !result ? [] : tenantChanges(earlier, tenant);
      const target: Target = ['tenant', tenant.tenantId];
      return when(changed.length > 0, entry(tenant.tenantId, 'tenant.change', target, { changed }));
    },
  } satisfies Audited<typeof updateTenant, Awaited<ReturnType<typeof findTenant>>>,
  putDefinition: {
    entries: async (_, { args: [owner, domain, version], result }) =>
      when(result === 'created', entry(owner, 'domain.publish', ['domain', domain], { version })),
  } satisfies Audited<typeof putDefinition>,
};

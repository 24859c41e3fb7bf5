/** Changes of tenants, domains, keys and of what language models cost. */
import type { NewAuditEntry } from '../../audit-store.ts';
import type { Tenant } from '../../store.ts';
import { auditEntry, type Target, when } from '../audit/audit-entry.ts';
import { tenantChanges } from '../audit/tenant-changes.ts';
import { all, first, none, ofObject, writeOperation } from '../write-operation.ts';
import { findKeyById } from './account-pages.ts';
import {
  createKey,
  createTenant,
  findKey,
  findTenant,
  noteKeyUse,
  publishDefinition,
  renameKey,
  revokeKey,
  updateTenant,
} from './account-queries.ts';
import { reserveSpending, spendOnModels } from './llm-spending.ts';

export const accountOperations = {
  createTenant: writeOperation(createTenant, all, {
    entries: async (_, { args: [tenant], result }) =>
      when(
        result === 'created',
        auditEntry(tenant.tenantId, 'tenant.create', ['tenant', tenant.tenantId], {
          name: tenant.name,
          domains: tenant.domains.map(({ domain }) => domain),
        }),
      ),
  }),
  updateTenant: writeOperation(updateTenant, ofObject, {
    before: (db, tenant) => findTenant(db, 'tenant_id', tenant.tenantId),
    entries: async (_, { args: [tenant], earlier, result }) => (result ? changeOf(earlier, tenant) : []),
  }),
  publishDefinition: writeOperation(publishDefinition, (_, { tenantId }) => [tenantId], {
    before: (db, _, tenant) => findTenant(db, 'tenant_id', tenant.tenantId),
    entries: async (_, { args: [{ domain, version }, tenant], earlier, result }) => {
      const published = auditEntry(tenant.tenantId, 'domain.publish', ['domain', domain], { version });
      const isStored = result === 'published' || result === 'repeated';
      return [...when(result === 'published', published), ...(isStored ? changeOf(earlier, tenant) : [])];
    },
  }),
  createKey: writeOperation(createKey, ofObject, {
    entries: async (_, { args: [key] }) => [
      auditEntry(key.tenantId, 'key.create', ['key', key.keyId], {
        ...(key.name !== null && { name: key.name }),
        scopes: key.scopes,
        rate: key.rate,
        burst: key.burst,
        expires_at: key.expiresAt,
      }),
    ],
  }),
  revokeKey: writeOperation(revokeKey, all, {
    before: findKeyById,
    // A key that was revoked before stays as it is.
    entries: async (_, { result, earlier: key }) =>
      result && key !== null && key.revokedAt === null
        ? [auditEntry(key.tenantId, 'key.revoke', ['key', key.keyId])]
        : [],
  }),
  renameKey: writeOperation(renameKey, first, {
    before: findKey,
    entries: async (_, { args: [owner, keyId, name], earlier, result }) =>
      when(result && earlier?.name !== name, auditEntry(owner, 'key.change', ['key', keyId], { name })),
  }),
  noteKeyUse: writeOperation(noteKeyUse, none),
  reserveSpending: writeOperation(reserveSpending, first),
  spendOnModels: writeOperation(spendOnModels, first),
};

function changeOf(earlier: Tenant | null, tenant: Tenant): readonly NewAuditEntry[] {
  const changed = earlier === null ? [] : tenantChanges(earlier, tenant);
  const target: Target = ['tenant', tenant.tenantId];
  return when(changed.length > 0, auditEntry(tenant.tenantId, 'tenant.change', target, { changed }));
}

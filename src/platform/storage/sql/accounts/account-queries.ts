/** Tenants, keys and domain definitions. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { ApiKey, StoredDefinition, Tenant } from '../../store.ts';
import { raiseCounter } from '../counters.ts';
import type { Tables } from '../tables.generated.ts';
import { endSessionsOfKey } from './console-sessions.ts';

export async function createTenant(db: Kysely<Tables>, tenant: Tenant): Promise<'created' | 'conflict'> {
  const created = await db
    .insertInto('tenants')
    .values(encodeTenant(tenant))
    .onConflict((conflict) => conflict.doNothing())
    .returning('tenant_id')
    .execute();
  if (created.length === 0) return 'conflict';
  await raiseCounter(db, 'accounts', 1);
  return 'created';
}

export async function updateTenant(db: Kysely<Tables>, tenant: Tenant, before: Tenant): Promise<boolean> {
  const { tenant_id: id, domains, settings } = encodeTenant(tenant);
  const stored = await db.selectFrom('tenants').selectAll().where('tenant_id', '=', id).executeTakeFirst();
  if (stored === undefined || !isSameTenant(decodeTenant(stored), before)) return false;
  // Another transaction may have changed it since. The database then compares with the changed row.
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({ domains, settings })
    .where('tenant_id', '=', id)
    .where('domains', '=', stored.domains)
    .where('settings', '=', stored.settings)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await raiseCounter(db, 'accounts', 1);
  return true;
}

function isSameTenant(a: Tenant, b: Tenant): boolean {
  const [one, other] = [encodeTenant(a), encodeTenant(b)];
  return one.domains === other.domains && one.settings === other.settings;
}

export async function findTenant(
  db: Kysely<Tables>,
  by: 'tenant_id' | 'name',
  value: string,
): Promise<Tenant | null> {
  const stored = await db.selectFrom('tenants').selectAll().where(by, '=', value).executeTakeFirst();
  return stored === undefined ? null : decodeTenant(stored);
}

export async function listTenants(db: Kysely<Tables>): Promise<readonly Tenant[]> {
  const stored = await db.selectFrom('tenants').selectAll().orderBy('created_at').orderBy('name').execute();
  return stored.map(decodeTenant);
}

export async function createKey(db: Kysely<Tables>, key: ApiKey): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      tenant_id: key.tenantId,
      key_id: key.keyId,
      hash: key.hash,
      name: key.name,
      scopes: JSON.stringify(key.scopes),
      rate: key.rate,
      burst: key.burst,
      created_at: key.createdAt,
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
      used_at: key.usedAt,
    })
    .execute();
  await raiseCounter(db, 'accounts', 1);
}

export async function findKeyByHash(db: Kysely<Tables>, hash: string): Promise<ApiKey | null> {
  const stored = await db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst();
  return stored === undefined ? null : decodeKey(stored);
}

export async function findKey(db: Kysely<Tables>, tenant: TenantId, keyId: string): Promise<ApiKey | null> {
  const stored = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return stored === undefined ? null : decodeKey(stored);
}

export async function listKeys(db: Kysely<Tables>, tenant: TenantId | null): Promise<readonly ApiKey[]> {
  const stored = await db
    .selectFrom('api_keys')
    .selectAll()
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
  return stored.map(decodeKey);
}

/**
 * Ends the sessions of the key too. False when the key does not exist. A key that was revoked before keeps
 * its time.
 */
export async function revokeKey(db: Kysely<Tables>, keyId: string, at: string): Promise<boolean> {
  const revoked = await db
    .updateTable('api_keys')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(at)) }))
    .where('key_id', '=', keyId)
    .returning(['tenant_id', 'key_id'])
    .execute();
  if (revoked.length === 0) return false;
  for (const { tenant_id } of revoked) await endSessionsOfKey(db, tenantId(tenant_id), keyId, 0);
  await raiseCounter(db, 'accounts', 1);
  return true;
}

export async function renameKey(
  db: Kysely<Tables>,
  tenant: TenantId,
  keyId: string,
  name: string | null,
): Promise<boolean> {
  const renamed = await ofKey(db, tenant, keyId).set({ name }).returning('key_id').execute();
  if (renamed.length === 0) return false;
  await raiseCounter(db, 'accounts', 1);
  return true;
}

export async function noteKeyUse(
  db: Kysely<Tables>,
  tenant: TenantId,
  keyId: string,
  at: string,
): Promise<void> {
  await ofKey(db, tenant, keyId)
    .set({ used_at: at })
    .where((eb) => eb.or([eb('used_at', 'is', null), eb('used_at', '<', at)]))
    .execute();
}

const ofKey = (db: Kysely<Tables>, tenant: TenantId, keyId: string) =>
  db.updateTable('api_keys').where('tenant_id', '=', tenant).where('key_id', '=', keyId);

export async function publishDefinition(
  db: Kysely<Tables>,
  { domain, version, source }: StoredDefinition,
  tenant: Tenant,
  before: Tenant,
): Promise<'published' | 'repeated' | 'conflict' | 'changed'> {
  const { tenantId } = tenant;
  const known = await db
    .selectFrom('definitions')
    .select('source')
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where('version', '=', version)
    .executeTakeFirst();
  if (known !== undefined && known.source !== source) return 'conflict';
  if (!(await updateTenant(db, tenant, before))) return 'changed';
  if (known !== undefined) return 'repeated';
  await db.insertInto('definitions').values({ tenant_id: tenantId, domain, version, source }).execute();
  return 'published';
}

export async function listDefinitions(
  db: Kysely<Tables>,
  tenant: TenantId,
): Promise<readonly StoredDefinition[]> {
  return db
    .selectFrom('definitions')
    .select(['domain', 'version', 'source'])
    .where('tenant_id', '=', tenant)
    .orderBy('domain')
    .orderBy('version')
    .execute();
}

function encodeTenant(tenant: Tenant): Tables['tenants'] {
  return {
    tenant_id: tenant.tenantId,
    name: tenant.name,
    email: tenant.email,
    created_at: tenant.createdAt,
    domains: JSON.stringify(tenant.domains),
    settings: JSON.stringify(tenant.settings),
  };
}

export function decodeTenant(stored: Tables['tenants']): Tenant {
  return {
    tenantId: tenantId(stored.tenant_id),
    name: stored.name,
    email: stored.email,
    createdAt: stored.created_at,
    domains: JSON.parse(stored.domains),
    settings: JSON.parse(stored.settings),
  };
}

export function decodeKey(stored: Tables['api_keys']): ApiKey {
  return {
    keyId: stored.key_id,
    tenantId: tenantId(stored.tenant_id),
    hash: stored.hash,
    name: stored.name,
    scopes: JSON.parse(stored.scopes),
    rate: stored.rate,
    burst: stored.burst,
    createdAt: stored.created_at,
    expiresAt: stored.expires_at,
    revokedAt: stored.revoked_at,
    usedAt: stored.used_at,
  };
}

/** Pages of tenants and keys, newest first: ids grow with time. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { AccountPage, ApiKey, Tenant } from '../../store.ts';
import type { Tables } from '../tables.generated.ts';
import { decodeKey, decodeTenant } from './account-queries.ts';

export async function pageOfTenants(
  db: Kysely<Tables>,
  { before, limit }: AccountPage,
): Promise<readonly Tenant[]> {
  const stored = await db
    .selectFrom('tenants')
    .selectAll()
    .$if(before !== null, (query) => query.where('tenant_id', '<', before!))
    .orderBy('tenant_id', 'desc')
    .limit(limit)
    .execute();
  return stored.map(decodeTenant);
}

export async function pageOfKeys(
  db: Kysely<Tables>,
  tenant: TenantId | null,
  { before, limit }: AccountPage,
): Promise<readonly ApiKey[]> {
  const stored = await db
    .selectFrom('api_keys')
    .selectAll()
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .$if(before !== null, (query) => query.where('key_id', '<', before!))
    .orderBy('key_id', 'desc')
    .limit(limit)
    .execute();
  return stored.map(decodeKey);
}

export async function findKeyById(db: Kysely<Tables>, keyId: string): Promise<ApiKey | null> {
  const stored = await db.selectFrom('api_keys').selectAll().where('key_id', '=', keyId).executeTakeFirst();
  return stored === undefined ? null : decodeKey(stored);
}

import { tenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { Store, Tenant } from '../../platform/storage/store.ts';

/** Throws 404 `not_found`. */
export async function tenantWithId(accounts: Store['accounts'], id: string): Promise<Tenant> {
  const tenant = await accounts.tenant(tenantId(id));
  if (tenant !== null) return tenant;
  throw apiError('not_found', `There is no tenant «${id}». GET /v1/admin/tenants lists them with their ids.`);
}

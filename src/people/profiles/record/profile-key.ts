import type { TenantId } from '../../../contract/brands.ts';

/** One person in one domain, as a key of maps. */
export function profileKey(tenant: TenantId, domain: string, userId: string): string {
  return JSON.stringify([tenant, domain, userId]);
}

import type { TenantId } from '../../contract/brands.ts';
import type { ProfileStore } from '../../platform/storage/store.ts';

/** Whether anyone is stored in the domain; reads one row, however many there are. */
export async function hasPeople(
  profiles: Pick<ProfileStore, 'scan'>,
  tenant: TenantId,
  domain: string,
): Promise<boolean> {
  for await (const page of profiles.scan(tenant, domain, 1)) return page.length > 0;
  return false;
}

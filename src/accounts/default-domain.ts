import type { TenantId } from '../contract/brands.ts';
import { apiError } from '../contract/errors.ts';
import type { DomainCatalogue } from './domain-catalogue.ts';

/** Where a call names no domain. */
export async function defaultDomain(
  catalogue: DomainCatalogue,
  tenant: TenantId,
  schema: string | undefined,
): Promise<string> {
  const enabled = await catalogue.enabledDomains(tenant);
  const named = enabled.find((domain) => schema?.startsWith(`${domain}.v`));
  const domain = named ?? enabled[0];
  if (domain !== undefined) return domain;
  throw apiError(
    'forbidden',
    'No domain is enabled for you yet. The operator enables one with «counterpart tenants enable».',
  );
}

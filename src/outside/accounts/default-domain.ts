/**
 * The domain of a call that names none. Only operations of the earlier API description may omit it, and only
 * when one domain is enabled. A guess among several could write a person into the wrong one.
 */
import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { DomainCatalogue } from './domain-catalogue.ts';

/** `schema` (`dating.v1`) also names a domain. Throws 400 when there are several, 403 when there is none. */
export async function defaultDomain(
  catalogue: DomainCatalogue,
  tenant: TenantId,
  schema: string | undefined,
): Promise<string> {
  const enabled = await catalogue.enabledDomains(tenant);
  const named = enabled.find((domain) => schema?.startsWith(`${domain}.v`));
  if (named !== undefined) return named;
  const [only, ...others] = enabled;
  if (only === undefined) throw noDomain();
  if (others.length > 0) throw severalDomains(enabled);
  return only;
}

function noDomain() {
  return apiError(
    'forbidden',
    'No domain is enabled for you yet. The operator enables one with «counterpart tenants enable».',
  );
}

function severalDomains(enabled: readonly string[]) {
  const message = `is required, because ${enabled.length} domains are enabled for you: ${enabled.join(', ')}. Name one of them`;
  return apiError('invalid_request', `domain: ${message}`, {
    issues: [{ path: 'domain', message, in: 'body' }],
    enabled,
  });
}

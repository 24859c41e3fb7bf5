import type { TenantId } from '../../contract/brands.ts';
import { apiError } from '../../contract/errors.ts';
import type { UpsertUserRequest } from '../../contract/user.ts';
import { sampleProfiles } from '../../domains/sample-profiles.ts';
import { shippedDomainNames } from '../../domains/shipped-domains.ts';
import type { ProfileDependencies } from './profile-dependencies.ts';

/**
 * The sample people of a domain as bodies of POST /users. Throws 404 `domain_not_found` and 403 `forbidden`
 * as `domainFor` does, and 404 `not_found` for a domain that does not come with the product.
 */
export async function readSamples(
  { domainFor }: Pick<ProfileDependencies, 'domainFor'>,
  tenant: TenantId,
  domain: string,
): Promise<readonly UpsertUserRequest[]> {
  await domainFor(tenant, domain);
  // The name becomes that of a file, so only known names pass.
  const withSamples = shippedDomainNames();
  if (!withSamples.includes(domain))
    throw apiError(
      'not_found',
      `The domain «${domain}» has no sample people; ${withSamples.join(', ')} have. Send people of your own with POST /v1/users.`,
    );
  return (await sampleProfiles(domain)).map((person) => ({ ...person, domain }));
}

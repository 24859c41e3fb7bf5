/** Loads the shipped sample profiles through the same intake that POST /users uses. */
import type { TenantId } from '../../contract/brands.ts';
import { sampleProfiles } from '../../domains/sample-profiles.ts';
import type { ProfileService } from '../../profiles/profile-service.ts';

const BATCH = 100;

/** Returns how many were stored. A refused sample is a bug, so it ends the demo with its message. */
export async function loadSamples(
  profiles: Pick<ProfileService, 'upsertMany'>,
  tenant: TenantId,
  domain: string,
): Promise<number> {
  const samples = await sampleProfiles(domain);
  for (let at = 0; at < samples.length; at += BATCH) {
    const batch = samples.slice(at, at + BATCH).map((sample) => ({ ...sample, domain }));
    for (const result of await profiles.upsertMany(tenant, batch)) if (result instanceof Error) throw result;
  }
  return samples.length;
}

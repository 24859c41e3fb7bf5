/** Makes a profile vector from the stored text. */
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { ActiveDomain } from '../../../domains/active-domain.ts';
import { staleVectors } from '../intake/apply-upsert.ts';
import { createOneAtATime } from '../intake/one-at-a-time.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { softText } from '../record/effective-view.ts';
import { profileKey } from '../record/profile-key.ts';
import { makeVectors } from './make-vectors.ts';

export type RefreshDependencies = Pick<ProfileDependencies, 'store' | 'encoders' | 'domainFor' | 'clock'>;

/**
 * Does nothing if the row or its domain is gone. Throws 503 `overloaded` if concurrent writes win every
 * attempt.
 */
export async function refreshProfile(
  dependencies: RefreshDependencies,
  tenant: TenantId,
  domain: string,
  userId: string,
): Promise<void> {
  const active = await domainOrNull(dependencies, tenant, domain);
  if (active === null) return;
  await createOneAtATime().run(profileKey(tenant, domain, userId), () =>
    refresh(dependencies, active, tenant, userId),
  );
}

async function domainOrNull(
  { domainFor }: RefreshDependencies,
  tenant: TenantId,
  domain: string,
): Promise<ActiveDomain | null> {
  try {
    return await domainFor(tenant, domain);
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'domain_not_found' || error.code === 'forbidden')) {
      return null;
    }
    throw error;
  }
}

async function refresh(
  { store, encoders, clock }: RefreshDependencies,
  { definition }: ActiveDomain,
  tenant: TenantId,
  userId: string,
): Promise<'done' | 'conflict'> {
  const { domain } = definition;
  const row = await store.profiles.get(tenant, domain, userId);
  if (row === null) return 'done';
  const { text, from } = softText(definition, row.layers);
  const at = new Date(clock()).toISOString();
  const source = { domain: domain, sourceDomain: domain, text, from, at };
  const { vectors, encodedBy } = await makeVectors(await encoders.active(), source);
  const [outcome] = await store.profiles.write([
    {
      row: { ...row, lastEnrichedAt: at },
      contextItems: [],
      vectors,
      encodedBy,
      dropVectors: staleVectors(await store.profiles.vectors(tenant, userId), domain, vectors.length > 0),
      // This work ends its job; a refresh that became due meanwhile stays due.
      refreshDueAtMs: 'keep',
    },
  ]);
  return outcome === 'conflict' ? 'conflict' : 'done';
}

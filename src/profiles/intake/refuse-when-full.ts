/**
 * Intake of a service whose candidate indexes are full: nobody is added who could not be matched. Who is known already is
 * written as ever, since their row has its place; reading and erasing go on.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { Profiles } from '../create-profile-service.ts';

interface Fullness {
  /** Throws where there is no room. */
  readonly assertRoom: () => void;
  /** Whether the person has a row; asked only where there is no room. */
  readonly isKnown: (tenant: TenantId, domain: string, userId: string) => Promise<boolean>;
}

export function refuseWhenFull(profiles: Profiles, { assertRoom, isKnown }: Fullness): Profiles {
  const refusalOf = async (
    tenant: TenantId,
    { domain, user_id }: { readonly domain: string; readonly user_id: string },
  ): Promise<Error | null> => {
    try {
      assertRoom();
      return null;
    } catch (error) {
      return (await isKnown(tenant, domain, user_id)) ? null : (error as Error);
    }
  };
  return {
    ...profiles,
    upsert: async (tenant, call) => {
      const refusal = await refusalOf(tenant, call);
      if (refusal !== null) throw refusal;
      return profiles.upsert(tenant, call);
    },
    upsertMany: async (tenant, calls) => {
      const refusals = await Promise.all(calls.map((call) => refusalOf(tenant, call)));
      const taken = calls.filter((_, at) => refusals[at] === null);
      const results = (taken.length === 0 ? [] : await profiles.upsertMany(tenant, taken)).values();
      return refusals.map((refusal) => refusal ?? results.next().value!);
    },
    append: async (tenant, request) => {
      const refusal = await refusalOf(tenant, request);
      if (refusal !== null) throw refusal;
      return profiles.append(tenant, request);
    },
  };
}

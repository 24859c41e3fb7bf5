/**
 * Intake while the candidate indexes are full. New users are refused, since they could not be matched. Known
 * users are written as usual, since the index has their rows. Reads and erasures are not affected.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { Profiles } from '../create-profile-service.ts';

interface Fullness {
  /** Throws 503 `overloaded` if the indexes are full. */
  readonly assertRoom: () => void;
  /** Whether the person has a row. Called only if the indexes are full. */
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
      const accepted = calls.filter((_, at) => refusals[at] === null);
      const results = (accepted.length === 0 ? [] : await profiles.upsertMany(tenant, accepted)).values();
      return refusals.map((refusal) => refusal ?? results.next().value!);
    },
    append: async (tenant, request) => {
      const refusal = await refusalOf(tenant, request);
      if (refusal !== null) throw refusal;
      return profiles.append(tenant, request);
    },
  };
}

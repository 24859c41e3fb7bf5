/** Intake of a service whose candidate indexes are full: nobody is written who could not be matched. Reading and erasing go on. */
import type { Profiles } from './profiles/create-profile-service.ts';

/** `assertRoom` throws where there is no room. */
export function refuseWhenFull(profiles: Profiles, assertRoom: () => void): Profiles {
  return {
    ...profiles,
    upsert: async (tenant, call) => {
      assertRoom();
      return profiles.upsert(tenant, call);
    },
    upsertMany: async (tenant, calls) => {
      assertRoom();
      return profiles.upsertMany(tenant, calls);
    },
    append: async (tenant, request) => {
      assertRoom();
      return profiles.append(tenant, request);
    },
  };
}

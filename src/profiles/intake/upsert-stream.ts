/** Upserts a stream of people batch by batch, each batch in a transaction, while the next one is read. */
import type { TenantId } from '../../contract/brands.ts';
import type { UpsertUserRequest, UserRecord } from '../../contract/user.ts';
import type { ProfileService } from '../profile-service.ts';
import { profileKey } from '../record/profile-key.ts';
import { overlapWrites } from './overlap-writes.ts';

/** A request, or the reason why there is none. */
type GivenUpsert = { readonly value: UpsertUserRequest } | { readonly error: Error };

interface Upserted<Given> {
  readonly given: Given;
  readonly result: UserRecord | Error;
}

/**
 * One result for each request, in their order: the record, or the error that the request would have met by
 * itself. A result is given once it is durable. Throws where a batch as a whole could not be written.
 */
export async function* upsertStream<Given extends GivenUpsert>(
  profiles: Pick<ProfileService, 'upsertMany'>,
  tenant: TenantId,
  batches: AsyncIterable<readonly Given[]>,
): AsyncGenerator<readonly Upserted<Given>[]> {
  const written = overlapWrites(batches, {
    peopleOf: (batch) =>
      new Set(requestsOf(batch).map((each) => profileKey(tenant, each.domain, each.user_id))),
    write: (batch) => upsertBatch(profiles, tenant, batch),
  });
  for await (const { result } of written) yield result;
}

async function upsertBatch<Given extends GivenUpsert>(
  profiles: Pick<ProfileService, 'upsertMany'>,
  tenant: TenantId,
  batch: readonly Given[],
): Promise<readonly Upserted<Given>[]> {
  const requests = requestsOf(batch);
  const results = (requests.length === 0 ? [] : await profiles.upsertMany(tenant, requests)).values();
  return batch.map((given) => ({ given, result: 'value' in given ? results.next().value! : given.error }));
}

function requestsOf(batch: readonly GivenUpsert[]): readonly UpsertUserRequest[] {
  return batch.flatMap((given) => ('value' in given ? [given.value] : []));
}

/** Upserts a stream of people batch by batch, each batch in a transaction, while the next one is read. */
import type { TenantId } from '../../../contract/brands.ts';
import type { UserRecord } from '../../../contract/user.ts';
import type { ProfileService, UpsertCall } from '../profile-service.ts';
import { profileKey } from '../record/profile-key.ts';
import { overlapWrites } from './overlap-writes.ts';

/** An element without a `value` is passed on as it is. */
type Given = { readonly value: UpsertCall } | { readonly value?: never };

interface Upserted<Each> {
  readonly given: Each;
  /** undefined: no request was given. */
  readonly result: UserRecord | Error | undefined;
}

/**
 * One result for each request, in their order: the record, or the error that the request would have met by
 * itself. A result is given once it is durable. Throws where a batch as a whole could not be written.
 */
export async function* upsertStream<Each extends Given>(
  profiles: Pick<ProfileService, 'upsertMany'>,
  tenant: TenantId,
  batches: AsyncIterable<readonly Each[]>,
): AsyncGenerator<readonly Upserted<Each>[]> {
  const written = overlapWrites(batches, {
    peopleOf: (batch) =>
      new Set(requestsOf(batch).map((each) => profileKey(tenant, each.domain, each.user_id))),
    write: (batch) => upsertBatch(profiles, tenant, batch),
  });
  for await (const { result } of written) yield result;
}

async function upsertBatch<Each extends Given>(
  profiles: Pick<ProfileService, 'upsertMany'>,
  tenant: TenantId,
  batch: readonly Each[],
): Promise<readonly Upserted<Each>[]> {
  const requests = requestsOf(batch);
  const results = (requests.length === 0 ? [] : await profiles.upsertMany(tenant, requests)).values();
  return batch.map((call) => ({
    given: call,
    result: call.value === undefined ? undefined : results.next().value!,
  }));
}

function requestsOf(batch: readonly Given[]): readonly UpsertCall[] {
  return batch.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

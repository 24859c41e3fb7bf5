/** Creates a job with its idempotency key and its first changes, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { AnsweredClaim } from '../../idempotency-store.ts';
import type { NewJob } from '../../job.ts';
import type { CreatedJob } from '../../job-store.ts';
import type { StoreChange } from '../../store-change.ts';
import { carryOutChanges } from '../carry-out-changes.ts';
import {
  claimIdempotencyKey,
  finishIdempotencyKey,
  forgetIdempotencyKey,
} from '../idempotency/claim-idempotency-key.ts';
import type { Tables } from '../tables.generated.ts';
import { decodeJob, encodeNewJob } from './job-codec.ts';

export async function createJob(
  db: Kysely<Tables>,
  job: NewJob,
  { claim, changes = [] }: { readonly claim?: AnsweredClaim; readonly changes?: readonly StoreChange[] } = {},
): Promise<CreatedJob> {
  const refused = claim === undefined ? null : await claimFor(db, job, claim);
  if (refused !== null) return refused;
  const created = await insertJob(db, job);
  if (created.state === 'created') await carryOutChanges(db, changes);
  // The stored answer names a job that was never created, so the key is freed for the next call.
  else if (claim !== undefined) await forgetIdempotencyKey(db, job.tenantId, claim.route, claim.key);
  return created;
}

/** null: this call has the key, and the answer is stored with it. */
async function claimFor(
  db: Kysely<Tables>,
  { tenantId: tenant }: NewJob,
  { answer, ...claim }: AnsweredClaim,
): Promise<Exclude<CreatedJob, { state: 'created' | 'exists' }> | null> {
  // Claimed and answered in one transaction, so no other call sees the lease.
  const owned = { ...claim, tenant, owner: 'job' };
  const claimed = await claimIdempotencyKey(db, { ...owned, leaseMs: 0 });
  switch (claimed.state) {
    case 'claimed':
      // The answer names only people that the request named.
      await finishIdempotencyKey(db, owned, answer, []);
      return null;
    case 'done':
      return { state: 'replay', answer: claimed.answer };
    default:
      return claimed;
  }
}

async function insertJob(
  db: Kysely<Tables>,
  job: NewJob,
): Promise<Extract<CreatedJob, { state: 'created' | 'exists' }>> {
  const inserted = await db
    .insertInto('jobs')
    .values(encodeNewJob(job))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'kind', 'unique_key']).where('finished_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (inserted !== undefined) return { state: 'created', job: decodeJob(inserted) };
  const standing = await db
    .selectFrom('jobs')
    .selectAll()
    .where('tenant_id', '=', job.tenantId)
    .where('kind', '=', job.kind)
    .where('unique_key', '=', job.uniqueKey)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { state: 'exists', job: decodeJob(standing) };
}

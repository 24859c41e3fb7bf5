/** Changes of batches of matches, in the caller's transaction (`match-batch-store.ts`). */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Tables } from '../tables.generated.ts';

export async function createMatchBatch(
  db: Kysely<Tables>,
  tenant: TenantId,
  jobId: string,
  domain: string,
): Promise<void> {
  await db.insertInto('match_batches').values({ tenant_id: tenant, job_id: jobId, domain }).execute();
}

/** null: in every domain. */
export async function eraseFromMatchBatches(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<void> {
  const batches = await db
    .selectFrom('match_batches')
    .select('job_id')
    .where('tenant_id', '=', tenant)
    .$if(domain !== null, (query) => query.where('domain', '=', domain!))
    .execute();
  for (const { job_id } of batches)
    await db
      .insertInto('match_batch_erasures')
      .values({ tenant_id: tenant, job_id, person_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function forgetMatchBatch(db: Kysely<Tables>, tenant: TenantId, jobId: string): Promise<void> {
  for (const table of ['match_batch_erasures', 'match_batches'] as const)
    await db.deleteFrom(table).where('tenant_id', '=', tenant).where('job_id', '=', jobId).execute();
}

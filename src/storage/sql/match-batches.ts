/** Batches of matches, and the people erased from them (`match-batch-store.ts`). Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type { MatchBatch, MatchBatchStore } from '../match-batch-store.ts';
import { inChunks } from './in-chunks.ts';
import { decodeJob } from './job-codec.ts';
import type { SqlStoreParts } from './sql-store-parts.ts';
import type { Tables } from './tables.ts';

export function matchBatchStore({ db, write }: SqlStoreParts): MatchBatchStore {
  return {
    list: () => listBatches(db),
    erased: (tenant, jobId) => erasedFrom(db, tenant, jobId),
    settleErasures: (tenant, jobId, people) => write('settleErasures', tenant, jobId, people),
    forget: (tenant, jobId) => write('forgetMatchBatch', tenant, jobId),
  };
}

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

/** These people are not in the file. */
export async function settleErasures(
  db: Kysely<Tables>,
  tenant: TenantId,
  jobId: string,
  people: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(people, 500))
    await db
      .deleteFrom('match_batch_erasures')
      .where('tenant_id', '=', tenant)
      .where('job_id', '=', jobId)
      .where('person_id', 'in', [...chunk])
      .execute();
}

async function erasedFrom(db: Kysely<Tables>, tenant: TenantId, jobId: string): Promise<readonly string[]> {
  const marks = await db
    .selectFrom('match_batch_erasures')
    .select('person_id')
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .execute();
  return marks.map(({ person_id }) => person_id);
}

async function listBatches(db: Kysely<Tables>): Promise<readonly MatchBatch[]> {
  const batches = await db.selectFrom('match_batches').select(['tenant_id', 'job_id']).execute();
  return Promise.all(
    batches.map(async ({ tenant_id, job_id }) => {
      const tenant = tenantId(tenant_id);
      const job = await db.selectFrom('jobs').selectAll().where('job_id', '=', job_id).executeTakeFirst();
      return {
        tenantId: tenant,
        jobId: job_id,
        erased: await erasedFrom(db, tenant, job_id),
        job: job === undefined ? null : decodeJob(job),
      };
    }),
  );
}

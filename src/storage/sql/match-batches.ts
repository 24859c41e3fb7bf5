/** The store of batches of matches, and of people erased from them. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type { MatchBatch, MatchBatchStore } from '../match-batch-store.ts';
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
      const job = await db
        .selectFrom('jobs')
        .selectAll()
        .where('tenant_id', '=', tenant)
        .where('job_id', '=', job_id)
        .executeTakeFirst();
      return {
        tenantId: tenant,
        jobId: job_id,
        erased: await erasedFrom(db, tenant, job_id),
        job: job === undefined ? null : decodeJob(job),
      };
    }),
  );
}

/** The store of batches of matches, and of people erased from them. */
import type { Kysely } from 'kysely';
import { tenantId } from '../../../../contract/brands.ts';
import type { MatchBatch, MatchBatchStore } from '../../match-batch-store.ts';
import { decodeJob } from '../jobs/job-codec.ts';
import { erasedFromFile } from '../people/file-erasures.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';

export function matchBatchStore({ db, write }: SqlStoreParts): MatchBatchStore {
  return {
    list: () => listBatches(db),
    forget: (tenant, jobId) => write('forgetMatchBatch', tenant, jobId),
  };
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
        erased: await erasedFromFile(db, tenant, job_id),
        job: job === undefined ? null : decodeJob(job),
      };
    }),
  );
}

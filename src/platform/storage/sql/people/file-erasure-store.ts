/** The store of files that erasures have to reach. */
import type { Kysely } from 'kysely';
import { tenantId } from '../../../../contract/brands.ts';
import type { FileErasureStore, MarkedFile } from '../../file-erasure-store.ts';
import { getJob } from '../jobs/read-jobs.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { erasedFromFile } from './file-erasures.ts';

export function fileErasureStore({ db, write }: SqlStoreParts): FileErasureStore {
  return {
    erased: (tenant, jobId) => erasedFromFile(db, tenant, jobId),
    list: () => listMarked(db),
    settle: (tenant, jobId, people) => write('settleErasures', tenant, jobId, people),
    forget: (tenant, jobId) => write('forgetFileErasures', tenant, jobId),
  };
}

async function listMarked(db: Kysely<Tables>): Promise<readonly MarkedFile[]> {
  const marked = await db.selectFrom('file_erasures').select(['tenant_id', 'job_id']).distinct().execute();
  return Promise.all(
    marked.map(async ({ tenant_id, job_id: jobId }) => {
      const tenant = tenantId(tenant_id);
      const erased = await erasedFromFile(db, tenant, jobId);
      return { tenantId: tenant, jobId, erased, job: await getJob(db, tenant, jobId) };
    }),
  );
}

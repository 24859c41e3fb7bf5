/** The jobs of batch predictions and of segments that read the people of a dataset, ended or not. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Tables } from '../tables.generated.ts';

const unended: readonly string[] = ['queued', 'running'];

export async function batchesOfDataset(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<readonly { readonly jobId: string; readonly isDone: boolean }[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['job_id', 'status', 'input'])
    .where('tenant_id', '=', tenant)
    .where('kind', 'in', ['batch_prediction', 'model_segments'])
    .execute();
  return jobs
    .filter(({ input }) => (JSON.parse(input) as { readonly datasetId?: unknown }).datasetId === datasetId)
    .map(({ job_id, status }) => ({ jobId: job_id, isDone: !unended.includes(status) }));
}

import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { EndedJob } from '../../activity-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function jobsEndedFrom(
  db: Kysely<Tables>,
  tenant: TenantId,
  at: string,
  limit: number,
): Promise<readonly EndedJob[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['job_id', 'kind', 'status', 'resource_type', 'resource_id', 'error', 'finished_at'])
    .where('tenant_id', '=', tenant)
    .where('finished_at', '>=', at)
    .where('keep', '=', 1)
    .where('user_id', 'is', null)
    .orderBy('finished_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    jobId: row.job_id,
    kind: row.kind,
    status: row.status,
    resource:
      row.resource_type === null || row.resource_id === null
        ? null
        : { type: row.resource_type, id: row.resource_id },
    // Its message may quote data of people.
    errorCode: row.error === null ? null : (JSON.parse(row.error) as { readonly code: string }).code,
    finishedAt: row.finished_at!,
  }));
}

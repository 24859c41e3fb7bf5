/** Reads jobs without changing them. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Job, JobStatus } from '../../job.ts';
import type { JobStore } from '../../job-store.ts';
import type { Tables } from '../tables.generated.ts';
import { decodeJob } from './job-codec.ts';

export async function getJob(db: Kysely<Tables>, tenant: TenantId, jobId: string): Promise<Job | null> {
  const stored = await db
    .selectFrom('jobs')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return stored === undefined ? null : decodeJob(stored);
}

export async function jobOfResource(
  db: Kysely<Tables>,
  tenant: TenantId,
  resourceId: string,
): Promise<Job | null> {
  const stored = await db
    .selectFrom('jobs')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('resource_id', '=', resourceId)
    .orderBy('job_id')
    .limit(1)
    .executeTakeFirst();
  return stored === undefined ? null : decodeJob(stored);
}

export async function findJob(db: Kysely<Tables>, jobId: string): Promise<Job | null> {
  const stored = await db.selectFrom('jobs').selectAll().where('job_id', '=', jobId).executeTakeFirst();
  return stored === undefined ? null : decodeJob(stored);
}

export async function listJobs(
  db: Kysely<Tables>,
  tenant: TenantId | null,
  { kinds, statuses, before, limit }: Parameters<JobStore['list']>[1],
): Promise<readonly Job[]> {
  const stored = await db
    .selectFrom('jobs')
    .selectAll()
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', [...kinds!]))
    .$if(statuses !== undefined, (query) => query.where('status', 'in', [...statuses!]))
    .$if(before !== null, (query) => query.where('job_id', '<', before!))
    .orderBy('job_id', 'desc')
    .limit(limit)
    .execute();
  return stored.map(decodeJob);
}

export async function jobStatistics(
  db: Kysely<Tables>,
  nowMs: number,
  statuses: readonly JobStatus[],
): ReturnType<JobStore['statistics']> {
  const counted = await db
    .selectFrom('jobs')
    .select((eb) => [
      'status',
      'kind',
      eb.fn.countAll<number>().as('count'),
      eb.fn
        .min(
          eb
            .case()
            .when(eb.and([eb('status', '=', 'queued'), eb('due_ms', '<=', nowMs)]))
            .then(eb.ref('due_ms'))
            .end(),
        )
        .as('oldest'),
    ])
    .where('status', 'in', [...statuses])
    .groupBy(['status', 'kind'])
    .orderBy('kind')
    .orderBy('status')
    .execute();
  return counted.map(({ kind, status, count, oldest }) => ({
    kind,
    status,
    count: Number(count),
    oldestDueMs: oldest === null ? null : Number(oldest),
  }));
}

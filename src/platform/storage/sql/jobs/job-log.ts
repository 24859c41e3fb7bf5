/** The log of a job: its reports, thinned to a bounded number of entries. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { type JobLogEntry, MOST_LOG_ENTRIES, type ReportedEntry } from '../../job-log.ts';
import type { Tables } from '../tables.generated.ts';

export async function addToJobLog(
  db: Kysely<Tables>,
  job: { readonly tenant_id: string; readonly job_id: string; readonly takes: number },
  entries: readonly ReportedEntry[],
): Promise<void> {
  const { tenant_id, job_id, takes } = job;
  const last = await db
    .selectFrom('job_log')
    .select('entry')
    .where('tenant_id', '=', tenant_id)
    .where('job_id', '=', job_id)
    .orderBy('entry', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = (last?.entry ?? -1) + 1;
  await db
    .insertInto('job_log')
    .values(
      entries.map(({ atMs, progress, detail }, n) => ({
        tenant_id,
        job_id,
        entry: first + n,
        at_ms: atMs,
        attempt: takes,
        progress,
        detail: JSON.stringify(detail),
      })),
    )
    .execute();
  await thin(db, tenant_id, job_id);
}

/**
 * Thins a log with too many entries to half of that number, evenly spread over all reports so far. The last
 * entry stays.
 */
async function thin(db: Kysely<Tables>, tenantId: string, jobId: string): Promise<void> {
  const found = await db
    .selectFrom('job_log')
    .select('entry')
    .where('tenant_id', '=', tenantId)
    .where('job_id', '=', jobId)
    .orderBy('entry')
    .execute();
  if (found.length <= MOST_LOG_ENTRIES) return;
  const spare = sparePositions(found.map(({ entry }) => entry));
  await db
    .deleteFrom('job_log')
    .where('tenant_id', '=', tenantId)
    .where('job_id', '=', jobId)
    .where('entry', 'in', spare)
    .execute();
}

function sparePositions(entries: readonly number[]): number[] {
  const last = entries.at(-1)!;
  const step = last / (MOST_LOG_ENTRIES / 2);
  let due = 0;
  return entries.filter((entry) => {
    if (entry < due && entry !== last) return true;
    due = (Math.floor(entry / step) + 1) * step;
    return false;
  });
}

export async function readJobLog(
  db: Kysely<Tables>,
  tenant: TenantId,
  jobId: string,
): Promise<readonly JobLogEntry[]> {
  const found = await db
    .selectFrom('job_log')
    .select(['at_ms', 'attempt', 'progress', 'detail'])
    .where('tenant_id', '=', tenant)
    .where('job_id', '=', jobId)
    .orderBy('entry')
    .execute();
  return found.map(({ at_ms, attempt, progress, detail }) => ({
    atMs: Number(at_ms),
    attempt,
    progress,
    detail: JSON.parse(detail),
  }));
}

/** Deletes the log of a job that begins anew. */
export async function clearJobLog(db: Kysely<Tables>, tenantId: string, jobId: string): Promise<void> {
  await db.deleteFrom('job_log').where('tenant_id', '=', tenantId).where('job_id', '=', jobId).execute();
}

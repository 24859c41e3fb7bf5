/** Writes the schedules of refits, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { RefitSchedule, RefitScheduleStore } from '../../refit-schedule-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function putRefitSchedule(
  db: Kysely<Tables>,
  { tenantId: tenant, name, ...schedule }: RefitSchedule,
): Promise<void> {
  const values = {
    every_events: schedule.everyEvents,
    every_hours: schedule.everyHours,
    settings: JSON.stringify(schedule.settings),
    last_dataset_id: schedule.lastDatasetId,
    last_at: schedule.lastAt,
    job_id: schedule.jobId,
  };
  await db
    .insertInto('refit_schedules')
    .values({ tenant_id: tenant, name, ...values })
    .onConflict((row) => row.columns(['tenant_id', 'name']).doUpdateSet(values))
    .execute();
}

export async function noteRefit(
  db: Kysely<Tables>,
  { tenantId: tenant, name, lastDatasetId, lastAt, jobId }: Parameters<RefitScheduleStore['note']>[0],
): Promise<void> {
  await db
    .updateTable('refit_schedules')
    .set({ last_dataset_id: lastDatasetId, last_at: lastAt, job_id: jobId })
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .execute();
}

export async function removeRefitSchedule(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
): Promise<boolean> {
  const removed = await db
    .deleteFrom('refit_schedules')
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .returning('name')
    .execute();
  return removed.length > 0;
}

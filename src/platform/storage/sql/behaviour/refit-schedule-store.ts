/** Reads the schedules of refits. */
import type { Kysely } from 'kysely';
import { tenantId } from '../../../../contract/brands.ts';
import type { RefitSchedule, RefitScheduleStore } from '../../refit-schedule-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';

export function refitScheduleStore({ db, write }: SqlStoreParts): RefitScheduleStore {
  return {
    async get(tenant, name) {
      const found = await schedules(db)
        .where('tenant_id', '=', tenant)
        .where('name', '=', name)
        .executeTakeFirst();
      return found === undefined ? null : decode(found);
    },
    all: async () => (await schedules(db).orderBy('tenant_id').orderBy('name').execute()).map(decode),
    put: (schedule) => write('putRefitSchedule', schedule),
    note: (noted) => write('noteRefit', noted),
    remove: (tenant, name) => write('removeRefitSchedule', tenant, name),
  };
}

const schedules = (db: Kysely<Tables>) => db.selectFrom('refit_schedules').selectAll();

function decode(row: Tables['refit_schedules']): RefitSchedule {
  return {
    tenantId: tenantId(row.tenant_id),
    name: row.name,
    everyEvents: row.every_events === null ? null : Number(row.every_events),
    everyHours: row.every_hours === null ? null : Number(row.every_hours),
    settings: JSON.parse(row.settings),
    lastDatasetId: row.last_dataset_id,
    lastAt: row.last_at,
    jobId: row.job_id,
  };
}

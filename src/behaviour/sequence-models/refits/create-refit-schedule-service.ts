/** Schedules of refits for callers. */
import type { TenantId } from '../../../contract/brands.ts';
import { apiError } from '../../../contract/errors.ts';
import type {
  RefitScheduleFields,
  RefitScheduleRequest,
  RefitSettings,
} from '../../../contract/model-refit.ts';
import type { ModelAliasStore } from '../../../platform/storage/model-alias-store.ts';
import type { RefitSchedule, RefitScheduleStore } from '../../../platform/storage/refit-schedule-store.ts';
import { noAlias } from '../adaptation/find-model.ts';

export interface RefitScheduleService {
  /** 404 `model_not_found`: no such alias, or it has no schedule. */
  get(tenant: TenantId, name: string): Promise<RefitScheduleFields>;
  /** Replaces an earlier schedule. 404 `model_not_found`. */
  put(tenant: TenantId, name: string, request: RefitScheduleRequest): Promise<RefitScheduleFields>;
  /** 404 `model_not_found`. */
  remove(tenant: TenantId, name: string): Promise<void>;
}

export function createRefitScheduleService({
  schedules,
  aliases,
  clock,
}: {
  readonly schedules: RefitScheduleStore;
  readonly aliases: Pick<ModelAliasStore, 'get'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): RefitScheduleService {
  return {
    async get(tenant, name) {
      const schedule = await schedules.get(tenant, name);
      if (schedule === null) throw noSchedule(name);
      return scheduleFields(schedule);
    },
    async put(tenantId, name, { every_events, every_hours, settings }) {
      if ((await aliases.get(tenantId, name)) === null) throw noAlias(name);
      const earlier = await schedules.get(tenantId, name);
      const schedule: RefitSchedule = {
        tenantId,
        name,
        everyEvents: every_events ?? null,
        everyHours: every_hours ?? null,
        settings,
        lastDatasetId: earlier?.lastDatasetId ?? null,
        lastAt: earlier?.lastAt ?? new Date(clock()).toISOString(),
        jobId: earlier?.jobId ?? null,
      };
      await schedules.put(schedule);
      return scheduleFields(schedule);
    },
    async remove(tenant, name) {
      if (!(await schedules.remove(tenant, name))) throw noSchedule(name);
    },
  };
}

function scheduleFields(schedule: RefitSchedule): RefitScheduleFields {
  return {
    every_events: schedule.everyEvents,
    every_hours: schedule.everyHours,
    settings: schedule.settings as RefitSettings,
    last_dataset_id: schedule.lastDatasetId,
    last_at: schedule.lastAt,
    job_id: schedule.jobId,
  };
}

function noSchedule(name: string) {
  return apiError(
    'model_not_found',
    `The alias ${name} has no schedule of refits. PUT /v1/model-aliases/${name}/refit-schedule makes one.`,
    { model_id: `alias:${name}` },
  );
}

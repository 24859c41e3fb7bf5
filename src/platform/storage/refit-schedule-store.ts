/** Schedules by which the models of aliases are refitted, and their progress. */
import type { TenantId } from '../../contract/brands.ts';

export interface RefitSchedule {
  readonly tenantId: TenantId;
  /** The alias. */
  readonly name: string;
  /** A refit is due after so many new events; null: their number does not count. */
  readonly everyEvents: number | null;
  /** A refit is due so many hours after the last one, if there are new events; null: time does not count. */
  readonly everyHours: number | null;
  /** JSON: the settings of its refits. */
  readonly settings: unknown;
  /** The dataset of the last refit; null: none yet. */
  readonly lastDatasetId: string | null;
  /** When the last refit began, or the schedule was made. ISO 8601, UTC. */
  readonly lastAt: string;
  /** The job that it waits for, which cuts a version or refits; null: none yet. */
  readonly jobId: string | null;
}

export interface RefitScheduleStore {
  get(tenant: TenantId, name: string): Promise<RefitSchedule | null>;
  /** The schedules of all tenants. */
  all(): Promise<readonly RefitSchedule[]>;
  /** Replaces an earlier schedule of the alias. */
  put(schedule: RefitSchedule): Promise<void>;
  /** Only if the alias still has a schedule. */
  note(
    schedule: Pick<RefitSchedule, 'tenantId' | 'name' | 'lastDatasetId' | 'lastAt' | 'jobId'>,
  ): Promise<void>;
  /** False where there was none. */
  remove(tenant: TenantId, name: string): Promise<boolean>;
}

/**
 * Starts the refits that are due. New events are those of the newest version of the model's dataset beyond
 * the version of the last attempt, and those that were appended since. Before the first attempt they are
 * those beyond the model's own version. A refit has two jobs: the first cuts a version with the appended
 * rows, the second refits on it. A schedule waits for its last job to end, and refits on a dataset once.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { RefitRequest, RefitSettings } from '../../../contract/model-refit.ts';
import type { AcceptedJob } from '../../../platform/jobs/accept-job.ts';
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { RefitSchedule } from '../../../platform/storage/refit-schedule-store.ts';
import type { Store } from '../../../platform/storage/store.ts';

export interface RefitScheduleParts {
  readonly store: Pick<Store, 'refitSchedules' | 'models' | 'datasets' | 'appends' | 'jobs'>;
  readonly refit: (tenant: TenantId, alias: string, request: RefitRequest) => Promise<AcceptedJob>;
  /** Cuts the next version of a dataset. */
  readonly cut: (tenant: TenantId, datasetId: string) => Promise<AcceptedJob>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly onError: (kind: string, error: unknown) => void;
}

const KIND = 'model_refits_due';
const EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;

export function refitsDue(parts: RefitScheduleParts): Schedule {
  return { kind: KIND, everyMs: EVERY_MS, run: () => runRefitSchedules(parts) };
}

/** A fault of one schedule does not keep the others from running. */
export async function runRefitSchedules(parts: RefitScheduleParts): Promise<void> {
  for (const schedule of await parts.store.refitSchedules.all()) {
    try {
      await runSchedule(parts, schedule);
    } catch (error) {
      parts.onError(KIND, error);
    }
  }
}

async function runSchedule(parts: RefitScheduleParts, schedule: RefitSchedule): Promise<void> {
  const { store, clock } = parts;
  const { tenantId, name } = schedule;
  if (await isWaiting(parts, schedule)) return;
  const modelId = await store.models.idOfAlias(tenantId, name);
  const model = modelId === null ? null : await store.models.get(tenantId, modelId);
  const own = model === null ? null : await store.datasets.getKept(tenantId, model.datasetId);
  const newest = own === null ? null : await store.datasets.newest(tenantId, own.name);
  if (own === null || newest === null) return;
  const pending = await store.appends.pending(tenantId, own.name);
  const tried = await lastTried(parts, schedule, own);
  if (!isDue(schedule, newEvents(tried, newest) + pending.events, clock())) return;
  if (pending.events > 0) {
    const jobId = acceptedId(await parts.cut(tenantId, newest.datasetId));
    await store.refitSchedules.note({ ...schedule, jobId });
    return;
  }
  const { datasetId } = newest;
  if (newest.version <= tried.version) return;
  const settings = schedule.settings as RefitSettings;
  const jobId = acceptedId(await parts.refit(tenantId, name, { dataset_id: datasetId, settings }));
  const lastAt = new Date(clock()).toISOString();
  await store.refitSchedules.note({ tenantId, name, lastDatasetId: datasetId, lastAt, jobId });
}

async function isWaiting(
  { store }: RefitScheduleParts,
  { tenantId, jobId }: RefitSchedule,
): Promise<boolean> {
  const job = jobId === null ? null : await store.jobs.get(tenantId, jobId);
  return job?.status === 'queued' || job?.status === 'running';
}

/**
 * The version up to which events were tried: that of the last attempt, also if it was refused, or the
 * model's own if that is later or of another name.
 */
async function lastTried(
  { store }: RefitScheduleParts,
  { tenantId, lastDatasetId }: RefitSchedule,
  own: Dataset,
): Promise<Dataset> {
  const last = lastDatasetId === null ? null : await store.datasets.get(tenantId, lastDatasetId);
  return last !== null && last.name === own.name && last.version > own.version ? last : own;
}

function newEvents(tried: Dataset, newest: Dataset): number {
  return newest.version <= tried.version ? 0 : Math.max(1, newest.eventCount - tried.eventCount);
}

function isDue({ everyEvents, everyHours, lastAt }: RefitSchedule, events: number, nowMs: number): boolean {
  if (events === 0) return false;
  if (everyEvents !== null && events >= everyEvents) return true;
  return everyHours !== null && nowMs - Date.parse(lastAt) >= everyHours * HOUR_MS;
}

function acceptedId(accepted: AcceptedJob): string {
  if (accepted.state === 'replay') throw new Error('a job without a key cannot be a replay');
  return accepted.job.jobId;
}

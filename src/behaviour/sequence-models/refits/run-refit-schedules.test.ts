import { beforeEach, expect, test } from 'vitest';
import type { TenantId } from '../../../contract/brands.ts';
import type { AcceptedJob } from '../../../platform/jobs/accept-job.ts';
import type { RefitSchedule } from '../../../platform/storage/refit-schedule-store.ts';
import { ALPHA } from '../../../platform/storage/testing/sample-profiles.ts';
import { type RefitScheduleParts, runRefitSchedules } from './run-refit-schedules.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);

interface World {
  schedule: RefitSchedule;
  /** Events by dataset, oldest version first; the model's own is `ds_1`. */
  readonly versions: Map<string, number>;
  pending: number;
  jobStatus: string;
  nowMs: number;
  readonly done: string[];
  readonly errors: unknown[];
}
let world: World;

beforeEach(() => {
  world = {
    schedule: {
      tenantId: ALPHA,
      name: 'live',
      everyEvents: 100,
      everyHours: null,
      settings: { epochs: 5 },
      lastDatasetId: null,
      lastAt: new Date(START).toISOString(),
      jobId: null,
    },
    versions: new Map([['ds_1', 1000]]),
    pending: 0,
    jobStatus: 'succeeded',
    nowMs: START,
    done: [],
    errors: [],
  };
});

const dataset = (datasetId: string) => ({
  datasetId,
  name: 'shop',
  version: Number(datasetId.slice('ds_'.length)),
  eventCount: world.versions.get(datasetId)!,
});
const accepted = (jobId: string) => ({ state: 'accepted', job: { jobId } }) as AcceptedJob;

function parts(): RefitScheduleParts {
  return {
    store: {
      refitSchedules: {
        all: async () => [world.schedule],
        note: async (noted: object) => {
          world.schedule = { ...world.schedule, ...noted };
        },
      },
      models: {
        idOfAlias: async (_: TenantId, name: string) => (name === 'live' ? 'model_1' : null),
        get: async () => ({ modelId: 'model_1', datasetId: 'ds_1' }),
      },
      datasets: {
        get: async (_: TenantId, id: string) => (world.versions.has(id) ? dataset(id) : null),
        getKept: async (_: TenantId, id: string) => (world.versions.has(id) ? dataset(id) : null),
        newest: async () => dataset([...world.versions.keys()].at(-1)!),
      },
      appends: { pending: async () => ({ items: 0, events: world.pending }) },
      jobs: { get: async () => ({ status: world.jobStatus }) },
    } as unknown as RefitScheduleParts['store'],
    cut: async (_, datasetId) => {
      world.done.push(`cut ${datasetId}`);
      return accepted('job_cut');
    },
    refit: async (_, alias, { dataset_id, settings }) => {
      world.done.push(`refit ${alias} ${dataset_id} ${JSON.stringify(settings)}`);
      return accepted('job_refit');
    },
    clock: () => world.nowMs,
    onError: (_, error) => world.errors.push(error),
  };
}

const run = async () => {
  await runRefitSchedules(parts());
  return world.done.splice(0);
};

test('what was appended becomes a version first, then a refit follows, once', async () => {
  world.pending = 99;
  expect(await run()).toEqual([]);
  world.pending = 100;
  expect(await run()).toEqual(['cut ds_1']);
  world.jobStatus = 'running';
  expect(await run()).toEqual([]);
  world.jobStatus = 'succeeded';
  world.pending = 0;
  world.versions.set('ds_2', 1100);
  expect(await run()).toEqual(['refit live ds_2 {"epochs":5}']);
  expect(world.schedule).toMatchObject({ lastDatasetId: 'ds_2', jobId: 'job_refit' });
  // It was refused: the alias still names the model of ds_1, and the same data are not tried again.
  expect(await run()).toEqual([]);
});

test('after a refit that was refused, events count from the version that it was tried on', async () => {
  world.versions.set('ds_2', 1100);
  world.schedule = { ...world.schedule, lastDatasetId: 'ds_2' };
  world.pending = 99;
  expect(await run()).toEqual([]);
  world.pending = 100;
  expect(await run()).toEqual(['cut ds_2']);
  world.pending = 0;
  world.versions.set('ds_3', 1200);
  expect(await run()).toEqual(['refit live ds_3 {"epochs":5}']);
  world.pending = 99;
  expect(await run()).toEqual([]);
});

test('by hours a refit is due with a single new event, and none without', async () => {
  world.schedule = { ...world.schedule, everyEvents: null, everyHours: 24 };
  world.nowMs = START + 24 * HOUR;
  expect(await run()).toEqual([]);
  world.pending = 1;
  expect(await run()).toEqual(['cut ds_1']);
  world.nowMs = START + 24 * HOUR - 1;
  expect(await run()).toEqual([]);
});

test('a version that was imported is refitted on without a cut', async () => {
  world.versions.set('ds_2', 1500);
  expect(await run()).toEqual(['refit live ds_2 {"epochs":5}']);
});

test('a schedule whose alias or dataset is gone does nothing, and a fault is reported', async () => {
  world.schedule = { ...world.schedule, name: 'gone' };
  world.pending = 1000;
  expect(await run()).toEqual([]);
  world.schedule = { ...world.schedule, name: 'live' };
  world.versions.delete('ds_1');
  expect(await run()).toEqual([]);
  await runRefitSchedules({
    ...parts(),
    store: {
      ...parts().store,
      jobs: null as never,
      refitSchedules: { all: async () => [{ ...world.schedule, jobId: 'job_1' }] } as never,
    },
  });
  expect(world.errors).toHaveLength(1);
});

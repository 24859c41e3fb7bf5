import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sampleJob } from '../storage/testing/sample-jobs.ts';
import { ALPHA, BETA } from '../storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../storage/testing/store-under-test.ts';
import { storesUnderTest } from '../storage/testing/stores-under-test.ts';
import { createJobService, type JobService } from './job-service.ts';
import type { TaskKind } from './task.ts';

const kinds: readonly TaskKind[] = [
  {
    ...{ kind: 'dataset_import', concurrency: 1, runsIn: 'worker', listed: true },
    stagedAs: ({ jobId }) => `of_${jobId}`,
  },
  { kind: 'dataset_export', concurrency: 1, runsIn: 'worker', listed: true },
  { kind: 'housekeeping', concurrency: 1, runsIn: 'worker', listed: false },
];

let under: StoreUnderTest;
let woken: number;
let unstaged: string[];
let service: JobService;

beforeAll(async () => {
  under = await storesUnderTest[0]!.open();
});
beforeEach(async () => {
  await under.empty();
  woken = 0;
  unstaged = [];
  service = createJobService({
    jobs: under.store.jobs,
    kinds,
    wake: () => {
      woken++;
    },
    artifacts: { removeAll: async (...removed) => void unstaged.push(removed.join('/')) },
    clock: () => 1000,
  });
});
afterAll(() => under.dispose());

const takeAll = (owner = 'w1') =>
  under.store.jobs.take(owner, { limits: { dataset_import: 9 }, limit: 9, nowMs: 1, leaseMs: 1000 });

test('only listed kinds of the own tenant are visible', async () => {
  await under.store.jobs.create(sampleJob('job_1'));
  await under.store.jobs.create(sampleJob('job_2', { kind: 'housekeeping' }));
  expect((await service.get(ALPHA, 'job_1')).jobId).toBe('job_1');
  for (const [tenant, id] of [
    [BETA, 'job_1'],
    [ALPHA, 'job_2'],
    [ALPHA, 'job_3'],
  ] as const) {
    await expect(service.get(tenant, id)).rejects.toMatchObject({ code: 'job_not_found' });
    await expect(service.cancel(tenant, id)).rejects.toMatchObject({ code: 'job_not_found' });
  }
  const { data } = await service.list(ALPHA, { before: null, limit: 9 });
  expect(data.map(({ jobId }) => jobId)).toEqual(['job_1']);
  expect((await service.list(ALPHA, { kind: 'housekeeping', before: null, limit: 9 })).data).toEqual([]);
});

test('the last page has no next', async () => {
  for (const n of [1, 2, 3, 4]) await under.store.jobs.create(sampleJob(`job_${n}`));
  const first = await service.list(ALPHA, { before: null, limit: 2 });
  expect(first.next).toBe('job_3');
  const second = await service.list(ALPHA, { before: first.next, limit: 2 });
  expect([...first.data, ...second.data].map(({ jobId }) => jobId)).toEqual([
    'job_4',
    'job_3',
    'job_2',
    'job_1',
  ]);
  expect(second.next).toBeNull();
});

test('cancel: at once when queued, a request when running, refused after the end', async () => {
  for (const n of [1, 2]) await under.store.jobs.create(sampleJob(`job_${n}`));
  expect(await service.cancel(ALPHA, 'job_1')).toMatchObject({ status: 'cancelled' });
  expect(await service.cancel(ALPHA, 'job_1')).toMatchObject({ status: 'cancelled' });
  expect(woken).toBe(0);
  expect(new Set(unstaged)).toEqual(new Set([`${ALPHA}/staging/of_job_1`]));
  await takeAll();
  expect(await service.cancel(ALPHA, 'job_2')).toMatchObject({ status: 'running', cancelRequested: true });
  expect(woken).toBe(1);
  expect(unstaged.filter((key) => key.includes('job_2'))).toEqual([]);
  const end = { status: 'succeeded', result: {} } as const;
  await under.store.jobs.finish('w1', [{ jobId: 'job_2', end, changes: [], nowMs: 2 }]);
  await expect(service.cancel(ALPHA, 'job_2')).rejects.toMatchObject({ code: 'conflict' });
});

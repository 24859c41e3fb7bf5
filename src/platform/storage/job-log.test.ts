import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { MOST_LOG_ENTRIES } from './job-log.ts';
import type { Store } from './store.ts';
import { openNewStore } from './testing/migrated-database.ts';

const ALPHA = tenantId('ten_alpha');
const BETA = tenantId('ten_beta');
let folder: string;
let store: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'job-log-'));
  store = await openNewStore(join(folder, 'store.sqlite'));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A running job of `ALPHA`, leased to `worker`. */
async function runningJob(jobId: string): Promise<void> {
  await store.jobs.create({
    tenantId: ALPHA,
    jobId,
    kind: 'dataset_import',
    input: {},
    resource: { type: 'dataset', id: `ds_${jobId}` },
    keep: true,
    runAfterMs: 0,
    createdAt: '2026-03-01T12:00:00.000Z',
  } as Parameters<Store['jobs']['create']>[0]);
  const { taken } = await store.jobs.take('worker', {
    limits: { dataset_import: 10 },
    limit: 1,
    nowMs: 1,
    leaseMs: 60_000,
  });
  expect(taken.map((job) => job.jobId)).toEqual([jobId]);
}
const entry = (n: number) => ({ atMs: n, progress: 0.5, detail: { n } });

test('entries are kept in order, for the tenant of the job alone', async () => {
  await runningJob('job_1');
  await store.jobs.report('worker', 'job_1', { progress: 0.5, entries: [entry(1), entry(2)] });
  await store.jobs.report('worker', 'job_1', { progress: 0.6, entries: [entry(3)] });
  expect(await store.jobs.log(ALPHA, 'job_1')).toEqual([1, 2, 3].map((n) => ({ ...entry(n), attempt: 1 })));
  expect(await store.jobs.log(BETA, 'job_1')).toEqual([]);
});

test('a worker without the lease adds nothing', async () => {
  await runningJob('job_2');
  expect(await store.jobs.report('other', 'job_2', { progress: 0.9, entries: [entry(1)] })).toBe('lost');
  expect(await store.jobs.log(ALPHA, 'job_2')).toEqual([]);
});

test('a long log is thinned over its whole time, and keeps its end', async () => {
  await runningJob('job_3');
  const all = 7 * MOST_LOG_ENTRIES + 13;
  for (let n = 0; n < all; n += 150) {
    const entries = Array.from({ length: Math.min(150, all - n) }, (_, at) => entry(n + at));
    await store.jobs.report('worker', 'job_3', { progress: 0.5, entries });
  }
  const times = (await store.jobs.log(ALPHA, 'job_3')).map(({ atMs }) => atMs);
  expect(times.length).toBeLessThanOrEqual(MOST_LOG_ENTRIES);
  expect(times.length).toBeGreaterThan(MOST_LOG_ENTRIES / 4);
  expect([times[0], times.at(-1)]).toEqual([0, all - 1]);
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  const gaps = times.slice(1).map((time, n) => time - times[n]!);
  expect(Math.max(...gaps)).toBeLessThan(all / 20);
});

test('the log goes with its job', async () => {
  await runningJob('job_4');
  await store.jobs.report('worker', 'job_4', { progress: 0.5, entries: [entry(1)] });
  const end = { status: 'succeeded', result: {} } as const;
  await store.jobs.finish('worker', [{ jobId: 'job_4', end, changes: [], nowMs: 1000 }]);
  expect(await store.jobs.log(ALPHA, 'job_4')).toHaveLength(1);
  await store.jobs.forgetFinished(2000);
  expect(await store.jobs.get(ALPHA, 'job_4')).toBeNull();
  expect(await store.jobs.log(ALPHA, 'job_4')).toEqual([]);
});

test('a job that begins anew has an empty log', async () => {
  await runningJob('job_5');
  await store.jobs.report('worker', 'job_5', { progress: 0.5, entries: [entry(1)] });
  const end = { status: 'queued', runAfterMs: 10 ** 12, afresh: true } as const;
  await store.jobs.finish('worker', [{ jobId: 'job_5', end, changes: [], nowMs: 1000 }]);
  expect(await store.jobs.log(ALPHA, 'job_5')).toEqual([]);
});

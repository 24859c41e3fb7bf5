import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleJob } from '../storage/testing/sample-jobs.ts';
import { ALPHA } from '../storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../storage/testing/store-under-test.ts';
import { storesUnderTest } from '../storage/testing/stores-under-test.ts';
import { queuedJob } from './accept-job.ts';
import { housekeeping } from './housekeeping.ts';

const DAY_MS = 86_400_000;

let under: StoreUnderTest;
beforeAll(async () => {
  under = await storesUnderTest[0]!.open();
});
afterAll(() => under.dispose());

test('deletes jobs 30 days after their end, and idempotency keys when they expire', async () => {
  const { jobs, idempotency } = under.store;
  const answer = { status: 202, body: '{}', requestId: 'req_1' };
  const claim = { route: 'POST /x', key: 'k', fingerprint: 'f', people: [], nowMs: 0, ttlMs: DAY_MS, answer };
  await jobs.create(sampleJob('job_1'), { claim });
  await jobs.create(sampleJob('job_2'));
  await jobs.cancel(ALPHA, 'job_1', { nowMs: 0, changes: [] });
  const keep = async (nowMs: number) => {
    await housekeeping(under.store, () => nowMs).run({
      job: queuedJob(sampleJob('job_0')),
      signal: new AbortController().signal,
      progress: () => {},
      checkpoint: async () => {},
    });
    const left = await jobs.list(null, { before: null, limit: 9 });
    const key = await idempotency.find(ALPHA, 'POST /x', 'k', 0);
    return [left.map(({ jobId }) => jobId), key !== null];
  };
  expect(await keep(DAY_MS - 1)).toEqual([['job_2', 'job_1'], true]);
  expect(await keep(DAY_MS)).toEqual([['job_2', 'job_1'], false]);
  expect(await keep(30 * DAY_MS)).toEqual([['job_2', 'job_1'], false]);
  expect(await keep(30 * DAY_MS + 1)).toEqual([['job_2'], false]);
});

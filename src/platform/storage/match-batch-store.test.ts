import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from './store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

describe.each(storesUnderTest)('batches of matches in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const begin = (jobId: string, domain: string, tenantId = ALPHA) =>
    store.jobs.create(
      {
        ...{ tenantId, jobId, kind: 'match_batch', resource: { type: 'domain', id: domain } },
        ...{ userId: null, uniqueKey: null, input: {}, keep: true, runAfterMs: 0 },
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      { changes: [{ name: 'createMatchBatch', args: [tenantId, jobId, domain] }] },
    );

  test('an erasure marks the person in the batches of the domain, and of the workspace alone', async () => {
    await begin('job_dating', 'dating');
    await begin('job_hiring', 'hiring');
    await begin('job_theirs', 'dating', BETA);
    await store.profiles.erase(ALPHA, 'ana', 'dating');
    await store.profiles.erase(ALPHA, 'ana', 'dating');
    await store.profiles.erase(ALPHA, 'ben', null);
    const erased = async (tenant: typeof ALPHA, jobId: string) =>
      [...(await under.another.fileErasures.erased(tenant, jobId))].sort();
    expect(await erased(ALPHA, 'job_dating')).toEqual(['ana', 'ben']);
    expect(await erased(ALPHA, 'job_hiring')).toEqual(['ben']);
    expect(await erased(BETA, 'job_theirs')).toEqual([]);
  });

  test('people whom the file does not name are settled with the end of the job', async () => {
    await begin('job_1', 'dating');
    for (const person of ['ana', 'ben']) await store.profiles.erase(ALPHA, person, null);
    const [job] = (
      await store.jobs.take('w', { limits: { match_batch: 1 }, limit: 1, nowMs: 1, leaseMs: 1000 })
    ).taken;
    expect(job).toMatchObject({ jobId: 'job_1' });
    const result = { file: { key: 'k' } };
    await store.jobs.finish('w', [
      {
        ...{ jobId: 'job_1', nowMs: 2, end: { status: 'succeeded', result } },
        changes: [{ name: 'settleErasures', args: [ALPHA, 'job_1', ['ana']] }],
      },
    ]);
    expect(await store.matchBatches.list()).toEqual([
      expect.objectContaining({
        ...{ tenantId: ALPHA, jobId: 'job_1', erased: ['ben'] },
        job: expect.objectContaining({ status: 'succeeded', result }),
      }),
    ]);
  });

  test('a forgotten batch has no marks, and one without its job is seen', async () => {
    await begin('job_1', 'dating');
    await store.profiles.erase(ALPHA, 'ana', null);
    await store.matchBatches.forget(ALPHA, 'job_1');
    expect(await store.matchBatches.list()).toEqual([]);
    expect(await store.fileErasures.erased(ALPHA, 'job_1')).toEqual([]);
    await begin('job_2', 'dating');
    await store.jobs.cancel(ALPHA, 'job_2', { nowMs: 5, changes: [] });
    expect(await store.jobs.forgetFinished(10)).toBe(1);
    expect(await store.matchBatches.list()).toMatchObject([{ jobId: 'job_2', job: null }]);
  });
});

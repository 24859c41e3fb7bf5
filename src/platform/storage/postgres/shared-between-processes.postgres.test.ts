/** State that several processes on one database share: jobs by kind, and token buckets. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job } from '../job.ts';
import { sampleJob } from '../testing/sample-jobs.ts';
import { ALPHA, BETA } from '../testing/sample-profiles.ts';
import type { StoreUnderTest } from '../testing/store-under-test.ts';
import { storesUnderTest } from '../testing/stores-under-test.ts';

let under: StoreUnderTest;

beforeAll(async () => {
  under = await storesUnderTest.find(({ name }) => name === 'PostgreSQL')!.open();
});
beforeEach(() => under.empty());
afterAll(() => under.dispose());

const take = (n: number, limits: Record<string, number>, limit = 3) =>
  [under.store, under.another][n % 2]!.jobs.take(`worker-${n}`, { limits, limit, nowMs: 500, leaseMs: 1000 });

test('many takers at once take every job once, and never more of a kind than its limit', async () => {
  const limits = { dataset_import: 5, dataset_export: 7 };
  const kinds = Object.keys(limits) as (keyof typeof limits)[];
  for (let n = 0; n < 60; n++)
    await under.store.jobs.create(
      sampleJob(`job_${n}`, { kind: kinds[n % 2]!, tenantId: n % 3 === 0 ? BETA : ALPHA }),
    );
  const live = new Map<string, Job>();
  const seen = new Set<string>();
  for (let round = 0; seen.size < 60; round++) {
    expect(round).toBeLessThan(40);
    const taken = (await Promise.all(Array.from({ length: 8 }, (_, n) => take(n, limits)))).flatMap(
      (each) => each.taken,
    );
    for (const job of taken) {
      expect(seen.has(job.jobId)).toBe(false);
      seen.add(job.jobId);
      live.set(job.jobId, job);
    }
    for (const kind of kinds)
      expect([...live.values()].filter((job) => job.kind === kind).length).toBeLessThanOrEqual(limits[kind]);
    const ended = [...live.values()].slice(0, 6);
    for (const { jobId, leaseOwner } of ended) {
      const end = { status: 'succeeded', result: {} } as const;
      await under.store.jobs.finish(leaseOwner!, [{ jobId, end, changes: [], nowMs: 500 }]);
      live.delete(jobId);
    }
  }
});

test('a job that a slow transaction holds is passed over, and keeps nobody waiting', async () => {
  await under.store.jobs.create(sampleJob('job_1', {}));
  await under.store.jobs.create(sampleJob('job_2', {}));
  await under.query('begin');
  try {
    await under.query(`select * from jobs where job_id = 'job_1' for update`);
    const { taken } = await take(0, { dataset_import: 10 });
    expect(taken.map(({ jobId }) => jobId)).toEqual(['job_2']);
  } finally {
    await under.query('rollback');
  }
  const { taken } = await take(1, { dataset_import: 10 });
  expect(taken.map(({ jobId }) => jobId)).toEqual(['job_1']);
});

test('a long change of a tenant does not keep its jobs from being taken', async () => {
  await under.store.jobs.create(sampleJob('job_1', {}));
  await under.query('begin');
  try {
    // The lock of every tenant, as a change across all tenants holds it.
    await under.query(`select pg_advisory_xact_lock(${0x43505401}, 0)`);
    expect((await take(0, { dataset_import: 10 })).taken.length).toBe(1);
  } finally {
    await under.query('rollback');
  }
});

test('a signal wakes a listener of another process, also after its connection broke', async () => {
  let woken = 0;
  const stop = under.another.jobSignals!.listen(() => {
    woken += 1;
  });
  await expect.poll(() => woken).toBe(1);
  for (let n = 0; n < 5; n++) under.store.jobSignals!.notify();
  await expect.poll(() => woken).toBe(2);
  await under.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen counterpart_jobs' and datname = current_database()`,
  );
  await expect.poll(() => woken, { timeout: 5000 }).toBe(3);
  under.store.jobSignals!.notify();
  await expect.poll(() => woken).toBe(4);
  await stop();
  under.store.jobSignals!.notify();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(woken).toBe(4);
});

test('processes share token buckets, tenant by tenant, and debts are paid back', async () => {
  const [one, two] = [under.store.rates!, under.another.rates!];
  const used = (count: number, changes: object = {}) => [
    { tenantId: ALPHA, keyId: 'key_1', rate: 0.001, burst: 10, used: count, ...changes },
  ];
  expect((await one.take(used(4)))[0]).toBeCloseTo(6, 1);
  expect((await two.take(used(9)))[0]).toBeCloseTo(-3, 1);
  expect((await one.take(used(0)))[0]).toBeCloseTo(-3, 1);
  expect((await one.take(used(1, { tenantId: BETA })))[0]).toBeCloseTo(9, 1);
  const many = Array.from({ length: 50 }, (_, n) => ({
    tenantId: ALPHA,
    keyId: `many_${49 - n}`,
    rate: 1,
    burst: 5,
    used: n % 5,
  }));
  const left = await Promise.all([one.take(many), two.take(many.toReversed())]);
  expect(left.map((each) => each.length)).toEqual([50, 50]);
  expect((await one.take(many.map((each) => ({ ...each, used: 0 }))))[4]!).toBeLessThan(0);
  await under.query(`update rate_buckets set at = at - interval '2 days' where key_id = 'key_1'`);
  await one.forget();
  expect((await under.query('select count(*) as count from rate_buckets'))[0]!.count).toBe(50);
});

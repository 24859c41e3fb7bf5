/** The order of jobs where several tenants and kinds wait. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type { Store } from './store.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const GAMMA = tenantId('ten_gamma');
const HOUR_MS = 3_600_000;
const LEASE_MS = 1000 * HOUR_MS;

describe.each(storesUnderTest)('turns among the jobs of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;
  let made: number;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(async () => {
    await under.empty();
    made = 0;
  });
  afterAll(() => under.dispose());

  /** Ids begin with the tenant's letter, and grow with time. */
  const queue = async (
    tenant: TenantId,
    count: number,
    given: { kind?: string; runAfterMs?: number } = {},
  ) => {
    const letter = tenant.slice('ten_'.length, 'ten_'.length + 1);
    for (let n = 0; n < count; n++) {
      const id = `job_${letter}${String(made++).padStart(3, '0')}`;
      await store.jobs.create(sampleJob(id, { tenantId: tenant, ...given }));
    }
  };
  const addTenants = async (...tenants: readonly TenantId[]) => {
    const settings = { memoryHosts: [], memoryHeader: null };
    const tenant = { email: 'a@example.com', createdAt: '2026-01-01T00:00:00.000Z', domains: [], settings };
    for (const id of tenants) await store.accounts.createTenant({ ...tenant, tenantId: id, name: id });
  };
  const take = async (
    nowMs: number,
    given: { limits?: Record<string, number>; limit?: number; perTenant?: number } = {},
  ) => {
    const usual = { limits: { dataset_import: 1 }, limit: 64 };
    const { taken } = await store.jobs.take('w', { ...usual, nowMs, leaseMs: LEASE_MS, ...given });
    return taken;
  };
  const end = (jobId: string, nowMs: number) =>
    store.jobs.finish('w', [{ jobId, end: { status: 'succeeded', result: {} }, changes: [], nowMs }]);
  /** The letters of the tenants whose jobs run one after the other; `tookMs`: how long each takes. */
  const run = async (count: number, nowMs: number, tookMs: (letter: string) => number, given = {}) => {
    let letters = '';
    for (let n = 0; n < count; n++) {
      const [job] = await take(nowMs, given);
      const letter = job!.jobId['job_'.length]!;
      letters += letter;
      nowMs += tookMs(letter);
      await end(job!.jobId, nowMs);
    }
    return { letters, nowMs };
  };

  test.each([
    ['short jobs', 4000],
    ['long ones', HOUR_MS],
    ['jobs that take no time', 0],
  ])("a quiet tenant's next job is next after what runs, behind 40 %s of another", async (_, tookMs) => {
    await queue(ALPHA, 40);
    const { nowMs } = await run(3, 0, () => tookMs);
    const [running] = await take(nowMs);
    await queue(BETA, 2, { runAfterMs: nowMs });
    expect(await take(nowMs + tookMs / 2)).toEqual([]);
    await end(running!.jobId, nowMs + tookMs);
    expect((await run(4, nowMs + tookMs, () => tookMs)).letters).toMatch(/^b/);
  });

  test('tenants that wait get equal time, whether their jobs are long or short', async () => {
    await queue(ALPHA, 20);
    await queue(BETA, 20);
    await queue(GAMMA, 20);
    const took: Record<string, number> = { a: 4000, b: 1000, g: 2000 };
    const { letters } = await run(21, 0, (letter) => took[letter]!);
    const times = ['a', 'b', 'g'].map((each) => letters.split(each).length - 1);
    // 12 s each.
    expect(times).toEqual([3, 12, 6]);
  });

  test('a tenant is behind by its last job at most, and less with the time in which it asks for nothing', async () => {
    await queue(ALPHA, 3);
    const { nowMs } = await run(3, 0, () => 20_000);
    const behind = async (quietMs: number) => {
      const atMs = nowMs + quietMs;
      await queue(ALPHA, 1, { runAfterMs: atMs });
      await queue(BETA, 16, { runAfterMs: atMs });
      return (await run(16, atMs, () => 1000)).letters.indexOf('a');
    };
    expect(await behind(8000)).toBe(12);
  });

  test('a tenant that has asked for nothing for as long as its last job took is not behind', async () => {
    await queue(ALPHA, 3);
    const { nowMs } = await run(3, 0, () => HOUR_MS);
    await queue(ALPHA, 2, { runAfterMs: nowMs + HOUR_MS });
    await queue(BETA, 9, { runAfterMs: nowMs + HOUR_MS });
    expect((await run(4, nowMs + HOUR_MS, () => 1000)).letters).toBe('abab');
  });

  test('an attempt whose worker died counts up to the end of its lease', async () => {
    await queue(ALPHA, 2);
    const lost = { limits: { dataset_import: 1 }, limit: 1, nowMs: 0, leaseMs: 10_000 };
    await store.jobs.take('dead', lost);
    await queue(ALPHA, 1, { runAfterMs: 10_001 });
    await queue(BETA, 9);
    expect((await run(10, 10_000, () => 2000)).letters).toBe('bababbbbbb');
  });

  describe('where a kind has several slots', () => {
    const two = { limits: { dataset_import: 2 } };
    const letters = (jobs: readonly { readonly jobId: string }[]) =>
      jobs.map(({ jobId }) => jobId['job_'.length]).join('');

    test('one is left to other tenants, where there are any', async () => {
      await queue(ALPHA, 5);
      await addTenants(ALPHA);
      expect(letters(await take(0, two))).toBe('aa');
      await under.empty();
      await queue(ALPHA, 5);
      await addTenants(ALPHA, BETA);
      expect(letters(await take(0, two))).toBe('a');
      expect(letters(await take(1, two))).toBe('');
      await queue(BETA, 5);
      expect(letters(await take(2, two))).toBe('b');
    });

    test('the caller may bound a tenant otherwise', async () => {
      await queue(ALPHA, 9);
      await queue(BETA, 1);
      const many = { limits: { dataset_import: 6 } };
      expect(letters(await take(0, { ...many, perTenant: 2 }))).toBe('aba');
      expect(letters(await take(1, { ...many, perTenant: 2 }))).toBe('');
      expect(letters(await take(2, { ...many, perTenant: 9 }))).toBe('aaa');
    });

    test('the tenant with fewest running jobs is next', async () => {
      await queue(ALPHA, 9);
      expect(letters(await take(0, { limits: { dataset_import: 3 }, perTenant: 9 }))).toBe('aaa');
      await queue(BETA, 9);
      expect(letters(await take(1, { limits: { dataset_import: 7 }, perTenant: 9 }))).toBe('bbba');
    });
  });

  test('the flood of one kind does not hold the others', async () => {
    await queue(ALPHA, 30, { kind: 'profile_refresh' });
    await queue(ALPHA, 2, { kind: 'simulation', runAfterMs: 10 });
    await queue(BETA, 2, { kind: 'training_run', runAfterMs: 20 });
    const limits = { profile_refresh: 4, simulation: 1, training_run: 1 };
    const one = { limits, limit: 1, perTenant: 4 };
    const kinds: string[] = [];
    for (let nowMs = 30; nowMs < 40; nowMs++) {
      const [job] = await take(nowMs, one);
      kinds.push(job!.kind);
      await end(job!.jobId, nowMs);
    }
    expect(kinds.slice(0, 6).toSorted()).toEqual([
      ...['profile_refresh', 'profile_refresh', 'simulation', 'simulation', 'training_run', 'training_run'],
    ]);
    const held = (await take(50, { limits, limit: 2, perTenant: 4 })).map(({ kind }) => kind);
    expect(held).toEqual(['profile_refresh', 'profile_refresh']);
    await queue(BETA, 1, { kind: 'simulation', runAfterMs: 51 });
    expect((await take(52, one)).map(({ kind }) => kind)).toEqual(['simulation']);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Job } from './job.ts';
import { type JobEnd, MAX_TAKES } from './job-store.ts';
import type { Store } from './store.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const LEASE_MS = 1000;
const done: JobEnd = { status: 'succeeded', result: { ok: true } };

describe.each(storesUnderTest)('jobs of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;
  let another: Store;

  beforeAll(async () => {
    under = await open();
    ({ store, another } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const take = (
    owner: string,
    nowMs: number,
    given: { limit?: number; limits?: Record<string, number> } = {},
  ) =>
    store.jobs.take(owner, {
      limits: { dataset_import: 10, dataset_export: 10 },
      limit: 10,
      nowMs,
      leaseMs: LEASE_MS,
      ...given,
    });
  const idsOf = (jobs: readonly Job[]) => jobs.map((job) => job.jobId);
  const end = (owner: string, jobId: string, how: JobEnd, nowMs = 500) =>
    store.jobs.finish(owner, [{ jobId, end: how, changes: [], nowMs }]);
  const query = { before: null, limit: 100 };

  test('a job is read as it was written, complete at every step', async () => {
    const made = sampleJob('job_1', { userId: 'ana', uniqueKey: 'k' });
    const created = await store.jobs.create(made);
    const queued = {
      ...made,
      status: 'queued',
      progress: 0,
      detail: null,
      checkpoint: null,
      result: null,
      error: null,
      takes: 0,
      cancelRequested: false,
      leaseOwner: null,
      leaseExpiresMs: null,
      startedAt: null,
      finishedAt: null,
    };
    expect(created).toEqual({ state: 'created', job: queued });
    expect(await another.jobs.get(ALPHA, 'job_1')).toEqual(queued);
    const running = {
      ...queued,
      status: 'running',
      takes: 1,
      runAfterMs: null,
      leaseOwner: 'w1',
      leaseExpiresMs: 400 + LEASE_MS,
      startedAt: '1970-01-01T00:00:00.400Z',
    };
    expect(await take('w1', 400)).toEqual({ taken: [running], givenUp: [] });
    await store.jobs.report('w1', 'job_1', { progress: 0.5, detail: { rows: 1 }, checkpoint: [1, 'ü'] });
    const reported = { ...running, progress: 0.5, detail: { rows: 1 }, checkpoint: [1, 'ü'] };
    expect(await store.jobs.get(ALPHA, 'job_1')).toEqual(reported);
    expect(await end('w1', 'job_1', done)).toEqual(['finished']);
    expect(await store.jobs.get(ALPHA, 'job_1')).toEqual({
      ...reported,
      status: 'succeeded',
      progress: 1,
      checkpoint: null,
      result: { ok: true },
      leaseOwner: null,
      leaseExpiresMs: null,
      finishedAt: '1970-01-01T00:00:00.500Z',
    });
  });

  test('the longest waiting jobs come first, of the kinds below their limit, and none before its time', async () => {
    for (const [id, runAfterMs, kind] of [
      ['job_4', 40, 'dataset_import'],
      ['job_1', 10, 'dataset_export'],
      ['job_9', 10, 'dataset_import'],
      ['job_2', 20, 'simulation'],
      ['job_3', 30, 'dataset_import'],
      ['job_5', 99, 'dataset_import'],
    ] as const) {
      await store.jobs.create(sampleJob(id, { runAfterMs, kind }));
    }
    expect(idsOf((await take('w1', 98, { limit: 2 })).taken)).toEqual(['job_1', 'job_9']);
    expect(idsOf((await take('w1', 98, { limits: { dataset_import: 2 } })).taken)).toEqual(['job_3']);
    expect(idsOf((await take('w1', 98)).taken)).toEqual(['job_4']);
    expect(idsOf((await take('w1', 98)).taken)).toEqual([]);
    expect(idsOf((await take('w1', 99)).taken)).toEqual(['job_5']);
  });

  test('a job with an expired lease is due again, and its former holder cannot renew it', async () => {
    await store.jobs.create(sampleJob('job_1'));
    await take('dead', 0);
    expect((await take('w2', LEASE_MS - 1)).taken).toEqual([]);
    const { taken } = await take('w2', LEASE_MS);
    expect(taken).toMatchObject([{ jobId: 'job_1', takes: 2, leaseOwner: 'w2' }]);
    expect(await store.jobs.heartbeat('dead', ['job_1'], LEASE_MS, LEASE_MS)).toEqual({
      lost: ['job_1'],
      cancelRequested: [],
    });
    expect(await store.jobs.report('dead', 'job_1', { progress: 0.9 })).toBe('lost');
    expect(await end('dead', 'job_1', done)).toEqual(['lost']);
    expect(await store.jobs.get(ALPHA, 'job_1')).toMatchObject({ status: 'running', progress: 0 });
    expect(await end('w2', 'job_1', done)).toEqual(['finished']);
    expect(await end('w2', 'job_1', done)).toEqual(['lost']);
  });

  test('heartbeats keep a lease, and report a requested cancellation', async () => {
    await store.jobs.create(sampleJob('job_1'));
    await store.jobs.create(sampleJob('job_2'));
    await take('w1', 0);
    await another.jobs.cancel(ALPHA, 'job_2', { nowMs: 1, changes: [] });
    expect(await store.jobs.heartbeat('w1', ['job_1', 'job_2', 'job_3'], 900, LEASE_MS)).toEqual({
      lost: ['job_3'],
      cancelRequested: ['job_2'],
    });
    expect((await take('w2', 1800)).taken).toEqual([]);
    expect(idsOf((await take('w2', 1900)).taken)).toEqual(['job_1']);
  });

  test('a job whose worker died for the last time is given up, and its taker ends it', async () => {
    await store.jobs.create(sampleJob('job_1'));
    let now = 0;
    for (let takes = 1; takes <= MAX_TAKES; takes++) {
      expect((await take(`w${takes}`, now)).taken).toMatchObject([{ takes }]);
      now += LEASE_MS;
    }
    const last = await take('last worker', now, { limits: { dataset_import: 0 } });
    expect(last).toMatchObject({ taken: [], givenUp: [{ jobId: 'job_1', takes: MAX_TAKES }] });
    expect(await take('other', now)).toEqual({ taken: [], givenUp: [] });
    const error = { code: 'internal', message: 'gave up', details: { takes: 3 } };
    expect(await end('last worker', 'job_1', { status: 'failed', error })).toEqual(['finished']);
    expect(await store.jobs.get(ALPHA, 'job_1')).toMatchObject({ status: 'failed', error });
  });

  test('when that taker dies too, the next one gets the job', async () => {
    await store.jobs.create(sampleJob('job_1'));
    for (let takes = 0; takes < MAX_TAKES; takes++) await take('dead', takes * LEASE_MS);
    await take('dead last worker', MAX_TAKES * LEASE_MS);
    const later = await take('last worker', (MAX_TAKES + 1) * LEASE_MS);
    expect(idsOf(later.givenUp)).toEqual(['job_1']);
  });

  test('put back, it counts as no take and keeps its checkpoint; afresh, it forgets all', async () => {
    await store.jobs.create(sampleJob('job_1'));
    await take('dead', 0);
    await take('w1', LEASE_MS);
    await store.jobs.report('w1', 'job_1', { progress: 0.4, checkpoint: 'here' });
    await end('w1', 'job_1', { status: 'queued', runAfterMs: 2000, afresh: false });
    expect(await store.jobs.get(ALPHA, 'job_1')).toMatchObject({
      status: 'queued',
      takes: 1,
      progress: 0.4,
      checkpoint: 'here',
      runAfterMs: 2000,
    });
    expect((await take('w1', 1999)).taken).toEqual([]);
    await take('w1', 2000);
    await end('w1', 'job_1', { status: 'queued', runAfterMs: 3000, afresh: true });
    expect(await store.jobs.get(ALPHA, 'job_1')).toMatchObject({
      status: 'queued',
      takes: 0,
      progress: 0,
      checkpoint: null,
      startedAt: null,
    });
  });

  test('a job that is not to be kept goes when it succeeded, and stays when it failed', async () => {
    await store.jobs.create(sampleJob('job_1', { keep: false }));
    await store.jobs.create(sampleJob('job_2', { keep: false }));
    await take('w1', 0);
    expect(await end('w1', 'job_1', done)).toEqual(['finished']);
    const error = { code: 'internal', message: 'no', details: {} };
    expect(await end('w1', 'job_2', { status: 'failed', error })).toEqual(['finished']);
    expect(await store.jobs.get(ALPHA, 'job_1')).toBeNull();
    expect(await store.jobs.get(ALPHA, 'job_2')).toMatchObject({ status: 'failed' });
  });

  describe('cancelling', () => {
    test('ends queued jobs at once, requests the end of running ones, leaves finished ones', async () => {
      for (const id of ['job_1', 'job_2']) await store.jobs.create(sampleJob(id));
      await take('w1', 0, { limit: 1 });
      const cancel = (id: string) => store.jobs.cancel(ALPHA, id, { nowMs: 5, changes: [] });
      expect(await cancel('job_2')).toMatchObject({
        status: 'cancelled',
        finishedAt: '1970-01-01T00:00:00.005Z',
      });
      expect(await cancel('job_1')).toMatchObject({ status: 'running', cancelRequested: true });
      await end('w1', 'job_1', { status: 'cancelled' });
      expect(await cancel('job_1')).toMatchObject({ status: 'cancelled' });
      expect(await cancel('job_3')).toBeNull();
      expect(await store.jobs.cancel(BETA, 'job_1', { nowMs: 5, changes: [] })).toBeNull();
    });

    test('gives up jobs without a worker: the worker died, or put the job back', async () => {
      for (const id of ['job_1', 'job_2']) await store.jobs.create(sampleJob(id));
      await take('w1', 0);
      for (const id of ['job_1', 'job_2']) await store.jobs.cancel(ALPHA, id, { nowMs: 5, changes: [] });
      await end('w1', 'job_2', { status: 'queued', runAfterMs: 10, afresh: false });
      expect(idsOf((await take('w2', 10)).givenUp)).toEqual(['job_2']);
      expect(idsOf((await take('w2', LEASE_MS)).givenUp)).toEqual(['job_1']);
    });
  });

  describe('unique keys', () => {
    test('only one unfinished job of a tenant and kind has it', async () => {
      const keyed = (id: string, given = {}) =>
        store.jobs.create(sampleJob(id, { uniqueKey: 'k', ...given }));
      expect(await keyed('job_1')).toMatchObject({ state: 'created' });
      expect(await keyed('job_2')).toMatchObject({ state: 'exists', job: { jobId: 'job_1' } });
      expect(await keyed('job_3', { kind: 'dataset_export' })).toMatchObject({ state: 'created' });
      expect(await keyed('job_4', { tenantId: BETA })).toMatchObject({ state: 'created' });
      await take('w1', 0);
      expect(await keyed('job_5')).toMatchObject({ state: 'exists', job: { jobId: 'job_1' } });
      await end('w1', 'job_1', done);
      expect(await keyed('job_6')).toMatchObject({ state: 'created' });
    });

    test('a hundred at once, from two processes, make one job', async () => {
      const made = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          (n % 2 === 0 ? store : another).jobs.create(sampleJob(`job_${n}`, { uniqueKey: 'k' })),
        ),
      );
      expect(made.filter(({ state }) => state === 'created')).toHaveLength(1);
      expect(await store.jobs.list(null, query)).toHaveLength(1);
    });
  });

  describe('idempotency keys', () => {
    const answer = { status: 202, body: '{"id":"job_1"}', requestId: 'req_1' };
    const claim = {
      route: 'POST /datasets',
      key: 'a-key',
      fingerprint: 'print',
      people: [],
      nowMs: 0,
      ttlMs: 1000,
      answer,
    };

    test('are claimed with the job: a hundred calls at once make one, and all get its answer', async () => {
      const made = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          (n % 2 === 0 ? store : another).jobs.create(sampleJob(`job_${n}`), { claim }),
        ),
      );
      expect(made.filter(({ state }) => state === 'created')).toHaveLength(1);
      expect(made.filter(({ state }) => state === 'replay')).toHaveLength(99);
      expect(made.find(({ state }) => state === 'replay')).toEqual({ state: 'replay', answer });
      expect(await store.jobs.list(ALPHA, query)).toHaveLength(1);
    });

    test('another body is a mismatch, and after their time they are free again', async () => {
      await store.jobs.create(sampleJob('job_1'), { claim });
      const other = { claim: { ...claim, fingerprint: 'other' } };
      expect(await store.jobs.create(sampleJob('job_2'), other)).toEqual({ state: 'mismatch' });
      const tomorrow = { claim: { ...claim, nowMs: 1000 } };
      expect(await store.jobs.create(sampleJob('job_3'), tomorrow)).toMatchObject({ state: 'created' });
      expect(idsOf(await store.jobs.list(ALPHA, query))).toEqual(['job_3', 'job_1']);
    });

    test('expired ones are forgotten in all tenants', async () => {
      await store.jobs.create(sampleJob('job_1'), { claim });
      await store.jobs.create(sampleJob('job_2', { tenantId: BETA }), { claim });
      expect(await store.idempotency.forgetExpired(999)).toBe(0);
      expect(await store.idempotency.forgetExpired(1000)).toBe(2);
    });

    test('of a call that finds an existing job are not used up', async () => {
      await store.jobs.create(sampleJob('job_1', { uniqueKey: 'k' }));
      expect(await store.jobs.create(sampleJob('job_2', { uniqueKey: 'k' }), { claim })).toMatchObject({
        state: 'exists',
      });
      expect(await store.jobs.create(sampleJob('job_3'), { claim })).toMatchObject({ state: 'created' });
    });
  });

  test('several takers never get the same job, and keep a kind in its limit together', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, n) => store.jobs.create(sampleJob(`job_${n}`))));
    const ask = { limits: { dataset_import: 50 }, limit: 20, nowMs: 1, leaseMs: LEASE_MS };
    const takes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? store : another).jobs.take(`w${n}`, ask)),
    );
    const taken = takes.flatMap((each) => idsOf(each.taken));
    expect(taken).toHaveLength(50);
    expect(new Set(taken).size).toBe(50);
  });

  test('lists newest first, page by page, by kind, status and tenant', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await store.jobs.create(
        sampleJob(`job_${n}`, {
          kind: n % 2 === 0 ? 'dataset_export' : 'dataset_import',
          tenantId: n === 5 ? BETA : ALPHA,
        }),
      );
    }
    await store.jobs.cancel(ALPHA, 'job_3', { nowMs: 1, changes: [] });
    const list = async (tenant: typeof ALPHA | null, given = {}) =>
      idsOf(await store.jobs.list(tenant, { ...query, ...given }));
    expect(await list(null)).toEqual(['job_5', 'job_4', 'job_3', 'job_2', 'job_1']);
    expect(await list(ALPHA, { limit: 2 })).toEqual(['job_4', 'job_3']);
    expect(await list(ALPHA, { limit: 2, before: 'job_3' })).toEqual(['job_2', 'job_1']);
    expect(await list(ALPHA, { kinds: ['dataset_import'] })).toEqual(['job_3', 'job_1']);
    expect(await list(ALPHA, { statuses: ['cancelled'] })).toEqual(['job_3']);
    expect(await list(ALPHA, { kinds: ['dataset_import'], statuses: ['queued'] })).toEqual(['job_1']);
    expect(await list(ALPHA, { kinds: [] })).toEqual([]);
    expect(await store.jobs.get(BETA, 'job_1')).toBeNull();
    expect(await store.jobs.find('job_5')).toMatchObject({ tenantId: BETA });
    expect(await store.jobs.find('job_6')).toBeNull();
  });

  test('statistics count by kind and status, with the longest due', async () => {
    await store.jobs.create(sampleJob('job_1', { runAfterMs: 30 }));
    await store.jobs.create(sampleJob('job_2', { runAfterMs: 20 }));
    await store.jobs.create(sampleJob('job_3', { runAfterMs: 900 }));
    await store.jobs.create(sampleJob('job_4', { kind: 'dataset_export', runAfterMs: 900 }));
    await store.jobs.create(sampleJob('job_5', { kind: 'dataset_export' }));
    await take('w1', 10);
    expect(await store.jobs.statistics(100)).toEqual([
      { kind: 'dataset_export', status: 'queued', count: 1, oldestDueMs: null },
      { kind: 'dataset_export', status: 'running', count: 1, oldestDueMs: null },
      { kind: 'dataset_import', status: 'queued', count: 3, oldestDueMs: 20 },
    ]);
    expect(await store.jobs.statistics(100, ['running'])).toMatchObject([{ status: 'running', count: 1 }]);
  });

  test('finished jobs are forgotten after their time, unfinished ones never', async () => {
    for (const id of ['job_1', 'job_2', 'job_3']) await store.jobs.create(sampleJob(id));
    await take('w1', 0, { limit: 2 });
    await end('w1', 'job_1', done, 1000);
    await end('w1', 'job_2', done, 2000);
    expect(await store.jobs.forgetFinished(2000)).toBe(1);
    expect(idsOf(await store.jobs.list(null, query))).toEqual(['job_3', 'job_2']);
  });

  test('erasing a person erases the jobs about them, running ones too', async () => {
    await store.profiles.write([sampleWrite('ana')]);
    const about = (id: string, domain: string | null, userId = 'ana') =>
      store.jobs.create(
        sampleJob(id, { userId, resource: domain === null ? null : { type: 'domain', id: domain } }),
      );
    await about('job_1', 'dating');
    await about('job_2', 'hiring');
    await about('job_3', null);
    await about('job_4', 'dating', 'ben');
    await take('w1', 0);
    await store.profiles.erase(ALPHA, 'ana', 'dating');
    expect(idsOf(await store.jobs.list(ALPHA, query))).toEqual(['job_4', 'job_3', 'job_2']);
    expect(await end('w1', 'job_1', done)).toEqual(['lost']);
    await store.profiles.erase(ALPHA, 'ana', null);
    expect(idsOf(await store.jobs.list(ALPHA, query))).toEqual(['job_4']);
  });

  test('a secret is created once, for all callers, and stays', async () => {
    const secrets = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? store : another).secrets.secret('cursors')),
    );
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(32);
    expect(await store.secrets.secret('cursors')).toEqual(secrets[0]);
    expect(await store.secrets.secret('downloads')).not.toEqual(secrets[0]);
  });
});

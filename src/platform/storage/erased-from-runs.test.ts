/** Reports of runs name people with much weight; an erasure takes the names out, whenever it comes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Concentration } from '../../contract/concentration.ts';
import type { RunEnding, StartRun } from './learning-store.ts';
import { ALPHA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const AT = '2026-03-01T12:00:00.000Z';
const share = { outcomes: 1, share_of_outcomes: 0.5, share_sent: 0.5, share_used: 0.5 };
const concentration: Concentration = {
  ...{ outcomes: 2, bounded: 0, over_median: 0, warnings: [] },
  keys: [{ id: 'key_a', ...share }],
  seekers: [
    { id: 'ana', ...share },
    { id: 'eva', ...share },
  ],
  candidates: [{ id: 'ben', ...share }],
};

describe.each(storesUnderTest)('$name', ({ open }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  beforeEach(async () => {
    await under.empty();
    await under.store.profiles.write(['ana', 'ben', 'eva'].map((userId) => sampleWrite(userId)));
    await under.store.learning.startRun(start);
    await under.store.learning.noteLearnedFrom(ALPHA, 'dating', 'run_a', ['ana', 'ben', 'eva']);
  });
  afterAll(() => under.dispose());

  async function end(): Promise<void> {
    const { jobs } = under.store;
    const nowMs = Date.parse(AT);
    await jobs.take('worker', { limits: { training_run: 1 }, limit: 1, nowMs, leaseMs: 60_000 });
    const ending: RunEnding = {
      ...{ status: 'rejected', reason: null, startedAt: AT, finishedAt: AT, model: null, mail: null },
      metrics: { before: {}, after: {}, concentration },
    };
    const change = { name: 'endRun', args: [ALPHA, 'run_a', ending] } as const;
    const finished = { jobId: 'job_a', end: { status: 'succeeded', result: {} }, changes: [change], nowMs };
    expect(await jobs.finish('worker', [finished as never])).toEqual(['finished']);
  }
  const names = async () => {
    const { metrics } = (await under.store.learning.run(ALPHA, 'run_a'))!;
    const { keys, seekers, candidates } = metrics!.concentration!;
    return [keys, seekers, candidates].map((shares) => shares.map(({ id }) => id));
  };

  test('without an erasure all are named', async () => {
    await end();
    expect(await names()).toEqual([['key_a'], ['ana', 'eva'], ['ben']]);
  });

  test('after the run', async () => {
    await end();
    await under.store.profiles.erase(ALPHA, 'ana', null);
    await under.store.profiles.erase(ALPHA, 'ben', 'dating');
    expect(await names()).toEqual([['key_a'], [null, 'eva'], [null]]);
  });

  test('during the run', async () => {
    await under.store.profiles.erase(ALPHA, 'eva', null);
    await end();
    expect(await names()).toEqual([['key_a'], ['ana', null], ['ben']]);
  });
});

const start: StartRun = {
  run: {
    ...{ tenantId: ALPHA, runId: 'run_a', domain: 'dating', tier: 'tenant', jobId: 'job_a' },
    ...{ forced: true, createdAt: AT, minutes: { base: 1, perTriplet: 0 } },
  },
  job: {
    ...{ jobId: 'job_a', tenantId: ALPHA, kind: 'training_run', resource: null, userId: null },
    ...{ uniqueKey: 'dating', input: null, runAfterMs: 0, keep: true, createdAt: AT },
  },
  atLeast: 0,
};

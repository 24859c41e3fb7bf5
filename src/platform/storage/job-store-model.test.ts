/**
 * Any sequence of calls, by several owners through two stores on one database, ends in the state of the plain
 * model.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type { JobEnd, JobStore } from './job-store.ts';
import { ModelJobs } from './testing/model-jobs.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const LEASE_MS = 800;
/** Time of a step: some jobs take longer than the least that a job costs, some shorter. */
const TICK_MS = 40;

type Step =
  | {
      readonly do: 'create';
      readonly tenantId: TenantId;
      readonly kind: string;
      readonly key: string | null;
      readonly inMs: number;
      readonly keep: boolean;
    }
  | {
      readonly do: 'take';
      readonly owner: string;
      readonly limit: number;
      readonly room: number;
      readonly perTenant: number;
    }
  | { readonly do: 'heartbeat'; readonly owner: string; readonly ids: readonly string[] }
  | { readonly do: 'finish'; readonly owner: string; readonly id: string; readonly end: JobEnd['status'] }
  | { readonly do: 'cancel'; readonly id: string }
  | { readonly do: 'forget'; readonly agoMs: number };

/** Few owners and ids, so that steps collide. */
const owner = fc.constantFrom('w1', 'w2', 'w3');
const id = fc.integer({ min: 0, max: 9 }).map(idOf);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      tenantId: fc.constantFrom(ALPHA, ALPHA, BETA, tenantId('ten_c')),
      kind: fc.constantFrom('red', 'blue'),
      key: fc.constantFrom(null, null, 'k'),
      inMs: fc.integer({ min: -5, max: 15 }).map((ticks) => ticks * TICK_MS),
      keep: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      owner,
      limit: fc.integer({ min: 1, max: 4 }),
      room: fc.integer({ min: 0, max: 3 }),
      perTenant: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('heartbeat' as const), owner, ids: fc.uniqueArray(id) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('finish' as const),
      owner,
      id,
      end: fc.constantFrom<JobEnd['status']>('succeeded', 'failed', 'cancelled', 'queued'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('forget' as const),
      agoMs: fc.integer({ min: 0, max: 60 }).map((ticks) => ticks * TICK_MS),
    }),
  },
);
const anySteps = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), anyStep), {
  minLength: 10,
  maxLength: 40,
});

describe.each(storesUnderTest)('the queue of the $name store', ({ open, runs }) => {
  let under: StoreUnderTest;

  beforeAll(async () => {
    under = await open();
  });
  afterAll(() => under.dispose());

  test('does what the model does', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        await under.empty();
        const model = new ModelJobs();
        let nowMs = 100_000;
        let made = 0;
        for (const [at, [passed, step]] of steps.entries()) {
          nowMs += passed * TICK_MS;
          const jobs = (at % 2 === 0 ? under.store : under.another).jobs;
          if (step.do === 'create') made++;
          const [expected, found] = await carryOut(step, model, jobs, nowMs, idOf(made - 1));
          expect(found, JSON.stringify(step)).toEqual(expected);
        }
        expect(await under.store.jobs.list(null, { before: null, limit: 100 })).toEqual(model.list());
      }),
      { numRuns: runs(30), interruptAfterTimeLimit: 60_000 },
    );
  });
});

function idOf(n: number): string {
  return `job_${String(n).padStart(3, '0')}`;
}

/** The result of the model and the result of the store. */
async function carryOut(
  step: Step,
  model: ModelJobs,
  jobs: JobStore,
  nowMs: number,
  newId: string,
): Promise<readonly [unknown, unknown]> {
  switch (step.do) {
    case 'create': {
      const { tenantId: owner, kind, key: uniqueKey, inMs, keep } = step;
      const job = sampleJob(newId, { tenantId: owner, kind, uniqueKey, runAfterMs: nowMs + inMs, keep });
      return [model.create(job), (await jobs.create(job)).state];
    }
    case 'take': {
      const limits = { red: step.room, blue: 1 };
      const { limit, owner, perTenant } = step;
      const take = { limits, perTenant, limit, nowMs, leaseMs: LEASE_MS };
      const found = await jobs.take(owner, take);
      const ids = (list: typeof found.taken) => list.map(({ jobId }) => jobId);
      return [model.take(owner, take), { taken: ids(found.taken), givenUp: ids(found.givenUp) }];
    }
    case 'heartbeat': {
      const found = await jobs.heartbeat(step.owner, step.ids, nowMs, LEASE_MS);
      const sorted = { lost: found.lost, cancelRequested: found.cancelRequested.toSorted() };
      const expected = model.heartbeat(step.owner, step.ids, nowMs, LEASE_MS);
      return [{ ...expected, cancelRequested: expected.cancelRequested.toSorted() }, sorted];
    }
    case 'finish': {
      const end = endOf(step.end, nowMs);
      const found = await jobs.finish(step.owner, [{ jobId: step.id, end, changes: [], nowMs }]);
      return [[model.finish(step.owner, step.id, end, nowMs)], found];
    }
    case 'cancel': {
      const tenant = model.rows.get(step.id)?.tenantId ?? ALPHA;
      const found = await jobs.cancel(tenant, step.id, { nowMs, changes: [] });
      return [model.cancel(step.id, nowMs), found?.status ?? null];
    }
    case 'forget':
      return [model.forgetFinished(nowMs - step.agoMs), await jobs.forgetFinished(nowMs - step.agoMs)];
    default:
      return step satisfies never;
  }
}

function endOf(status: JobEnd['status'], nowMs: number): JobEnd {
  if (status === 'succeeded') return { status, result: { at: nowMs } };
  if (status === 'failed') return { status, error: { code: 'internal', message: 'no', details: {} } };
  if (status === 'queued')
    return { status, runAfterMs: nowMs + 3 * TICK_MS, afresh: (nowMs / TICK_MS) % 2 === 0 };
  return { status: 'cancelled' };
}

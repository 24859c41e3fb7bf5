/** The counters equal a recount of the rows, after any sequence of changes, through two stores at once. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TenantId } from '../../contract/brands.ts';
import type { ShownAnswer } from '../../contract/match.ts';
import type { Store } from './store.ts';
import { recount } from './testing/recount-statistics.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
const WHOLE = { from: '0000', to: '9999' };
const people = ['ana', 'ben', 'cem', 'dan'];
const domains = ['dating', 'hiring'];
const labels = ['accepted', 'rejected', 'converted'];
const polarities = { accepted: 1, rejected: -1, converted: 2, expired: -0.25 };
const noAnswer: ShownAnswer = { request: null, models_used: {}, degraded: [], trace: [] };

type Step =
  | {
      readonly do: 'show';
      readonly seeker: string;
      readonly shown: readonly string[];
      readonly scores: readonly number[];
      readonly domain: string;
      readonly day: number;
    }
  | {
      readonly do: 'decide' | 'feedback';
      readonly seeker: string;
      readonly candidate: string;
      readonly label: string;
      readonly domain: string;
      readonly day: number;
    }
  | { readonly do: 'erase'; readonly person: string; readonly domain: string | null }
  | { readonly do: 'create'; readonly person: string; readonly domain: string; readonly day: number }
  | { readonly do: 'count'; readonly limit: number }
  | { readonly do: 'prune'; readonly day: number };

const person = fc.constantFrom(...people);
const domain = fc.constantFrom(...domains);
const day = fc.integer({ min: 0, max: 40 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('show' as const),
      seeker: person,
      shown: fc.uniqueArray(person, { maxLength: 4 }),
      scores: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
      domain,
      day,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('decide' as const, 'feedback' as const),
      seeker: person,
      candidate: person,
      label: fc.constantFrom(...labels),
      domain,
      day,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('erase' as const), person, domain: fc.option(domain) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), person, domain, day }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('count' as const), limit: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prune' as const), day }) },
);

const atMs = (day: number) => START_MS + day * DAY_MS;
const at = (day: number) => new Date(atMs(day)).toISOString();

describe.each(storesUnderTest)('$name', ({ open, runs }) => {
  let under: StoreUnderTest;
  let matches = 0;
  /** By match, how many its answer showed. */
  const shownAtFirst = new Map<string, number>();

  beforeAll(async () => {
    under = await open();
  });
  beforeEach(start);
  afterAll(() => under.dispose());

  async function start(): Promise<void> {
    await under.empty();
    shownAtFirst.clear();
    for (const domain of domains)
      await under.store.profiles.write(
        people.map((userId, n) => sampleWrite(userId, { domain, createdAt: at(n * 5) })),
      );
  }

  async function carryOut(store: Store, step: Step): Promise<void> {
    switch (step.do) {
      case 'show': {
        const matchId = `match_${String(matches++).padStart(6, '0')}`;
        shownAtFirst.set(matchId, step.shown.length);
        const candidates = step.shown.map((userId, n) => ({ userId, score: step.scores[n]! }));
        const { domain, seeker: seekerId } = step;
        return store.learning.recordShown({
          ...{ tenantId: ALPHA, matchId, domain, seekerId, candidates, answer: noAnswer },
          atMs: atMs(step.day),
        });
      }
      case 'decide': {
        const { seeker: seekerId, candidate: candidateId, label } = step;
        const outcome = { seekerId, candidateId, label, weight: 1, matchId: null, at: at(step.day) };
        return store.outcomes.record(ALPHA, step.domain, [outcome]);
      }
      case 'feedback': {
        if (step.seeker === step.candidate) return;
        await store.learning.recordFeedback({
          tenantId: ALPHA,
          domain: step.domain,
          items: [
            {
              index: 0,
              seekerId: step.seeker,
              candidateId: step.candidate,
              label: step.label,
              weight: 1,
              matchId: null,
            },
          ],
          polarities,
          eligibility: { candidates: 'any', sides: undefined, mutual: true },
          at: at(step.day),
          automatic: null,
        });
        return;
      }
      case 'erase':
        await store.profiles.erase(ALPHA, step.person, step.domain);
        return;
      case 'create': {
        const known = await store.profiles.get(ALPHA, step.domain, step.person);
        if (known === null)
          await store.profiles.write([
            sampleWrite(step.person, { domain: step.domain, createdAt: at(step.day) }),
          ]);
        return;
      }
      case 'count':
        await store.statistics.countShown(null, step.limit);
        return;
      case 'prune':
        await store.learning.forgetShown(atMs(step.day), 3);
    }
  }

  async function countAll(store: Store, limit = 2): Promise<void> {
    while ((await store.statistics.countShown(null, limit)) !== null);
  }

  async function read(tenant: TenantId, domain: string) {
    const { statistics } = under.store;
    return {
      people: await statistics.people(tenant, domain),
      outcomes: await statistics.outcomeDays(tenant, domain, WHOLE),
      mutual: await statistics.mutualDays(tenant, domain, WHOLE),
      matches: await statistics.matchDays(tenant, domain, WHOLE),
      exposure: await statistics.exposure(tenant, domain),
    };
  }

  test('the counters equal a recount after any sequence of changes', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(fc.tuple(anyStep, fc.boolean()), { maxLength: 40 }), async (steps) => {
          for (const [step, elsewhere] of steps)
            await carryOut(elsewhere ? under.another : under.store, step);
          await countAll(under.store);
          for (const domain of domains)
            expect(await read(ALPHA, domain)).toEqual(await recount(under, ALPHA, domain, shownAtFirst));
        })
        .beforeEach(start),
      { numRuns: runs(60) },
    );
  });

  test('two stores that count at once count each match once', async () => {
    for (let n = 0; n < 30; n++)
      await carryOut(under.store, {
        do: 'show',
        seeker: 'ana',
        shown: ['ben', 'cem'],
        scores: [0.2, 0.9],
        domain: 'dating',
        day: n,
      });
    expect(await under.store.statistics.waitingMatches(ALPHA, 20)).toBe(20);
    expect(await under.store.statistics.waitingMatches(ALPHA, 100)).toBe(30);
    await Promise.all([countAll(under.store), countAll(under.another)]);
    expect(await under.store.statistics.waitingMatches(ALPHA, 100)).toBe(0);
    const counted = await read(ALPHA, 'dating');
    expect(counted.exposure).toEqual([{ times: 30, people: 2 }]);
    expect(counted.matches).toHaveLength(30);
    expect(counted).toEqual(await recount(under, ALPHA, 'dating', shownAtFirst));
  });

  test('other tenants have counters of their own, and each has its turn', async () => {
    await under.store.profiles.write([
      sampleWrite('ana', { tenantId: BETA }),
      sampleWrite('ben', { tenantId: BETA }),
    ]);
    const shown = { domain: 'dating', seekerId: 'ana', answer: noAnswer, atMs: START_MS };
    for (const [tenantId, matchId] of [
      [ALPHA, 'match_a'],
      [BETA, 'match_b'],
    ] as const)
      await under.store.learning.recordShown({
        ...{ ...shown, tenantId, matchId },
        candidates: [{ userId: 'ben', score: 1 }],
      });
    expect(await under.store.statistics.countShown(ALPHA, 5)).toBe(BETA);
    expect(await under.store.statistics.countShown(BETA, 5)).toBeNull();
    expect((await read(BETA, 'dating')).people).toBe(2);
    expect((await read(BETA, 'dating')).matches[0]).toMatchObject({ matches: 1, shown: 1 });
    expect((await read(ALPHA, 'dating')).matches).toEqual([]);
  });

  test('coverage is kept by day, replaced, and forgotten', async () => {
    const { statistics } = under.store;
    await statistics.putCoverage(ALPHA, 'dating', { day: '2026-03-01', sampled: 2, shares: { age: 1 } });
    await statistics.putCoverage(ALPHA, 'dating', { day: '2026-03-01', sampled: 4, shares: { age: 3 } });
    await statistics.putCoverage(ALPHA, 'dating', { day: '2026-03-02', sampled: 5, shares: {} });
    expect(await statistics.coverage(ALPHA, 'dating', { from: '2026-03-01', to: '2026-03-01' })).toEqual([
      { day: '2026-03-01', sampled: 4, shares: { age: 3 } },
    ]);
    await statistics.forgetCoverage('2026-03-02');
    expect(await statistics.coverage(ALPHA, 'dating', WHOLE)).toHaveLength(1);
    expect(await statistics.coverage(BETA, 'dating', WHOLE)).toEqual([]);
  });

  test('a sample has every row of a small domain, and at most so many of a large one', async () => {
    const ids = Array.from({ length: 400 }, (_, n) => `u${n}`);
    await under.store.profiles.write(ids.map((userId) => sampleWrite(userId)));
    for (const userId of ids.slice(390)) await under.store.profiles.erase(ALPHA, userId, 'dating');
    const { statistics } = under.store;
    expect(await statistics.sampleRows(ALPHA, 'dating', 1000)).toHaveLength(people.length + 390);
    const { length } = await statistics.sampleRows(ALPHA, 'dating', 100);
    expect(length).toBeLessThanOrEqual(100);
    expect(length).toBeGreaterThan(20);
    expect(await statistics.sampleRows(BETA, 'dating', 100)).toEqual([]);
    const named = ['u1', 'u395', 'nobody'];
    expect((await statistics.rowsOf(ALPHA, 'dating', named)).map(({ userId }) => userId)).toEqual(['u1']);
    expect(await statistics.rowsOf(BETA, 'dating', named)).toEqual([]);
  });

  test('rows behind gaps of the change feed are drawn no more often than others', async () => {
    const { profiles, statistics } = under.store;
    const row = (userId: string, behindGap: boolean) =>
      sampleWrite(userId, { fields: { behind_gap: behindGap } });
    await profiles.write(Array.from({ length: 200 }, (_, n) => row(`near${n}`, false)));
    for (let n = 0; n < 20; n++) {
      const others = Array.from({ length: 50 }, (_, other) => `other${n}-${other}`);
      await profiles.write(others.map((userId) => sampleWrite(userId, { tenantId: BETA })));
      await profiles.write([row(`far${n}`, true)]);
    }
    let [drawn, behindGap] = [0, 0];
    for (let turn = 0; turn < 60; turn++) {
      const rows = await statistics.sampleRows(ALPHA, 'dating', 50);
      drawn += rows.length;
      behindGap += rows.filter(({ fields }) => fields.behind_gap === true).length;
    }
    // 20 of 224 people: 9 %. Drawing the next row after a random place gives more than 80 %.
    expect(behindGap / drawn).toBeGreaterThan(0.04);
    expect(behindGap / drawn).toBeLessThan(0.2);
  });
});

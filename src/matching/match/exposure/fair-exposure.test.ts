/** Matches with fair exposure, against the same matches without it. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { FairExposure } from '../../../contract/fair-exposure.ts';
import type { ShownAnswer } from '../../../contract/match.ts';
import { builtInLabels } from '../../../domains/active-domain.ts';
import { pricedScore } from '../../index/program/final-score.ts';
import { type MatchWorld, miniDating, NOW, oneWay, openMatchWorld } from '../testing/match-world.ts';
import { movePrices } from './move-prices.ts';

const HOUR_MS = 3_600_000;
const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const noAnswer: ShownAnswer = { request: null, models_used: {}, degraded: [], trace: [] };
/** Under this rule a price after one move is expected likes less 1. */
const rule = FairExposure.parse({
  ...{ capacity: 1, window_hours: 1, step: 1, max_price: 10, hard_cap: null, newcomers: null },
});
let world: MatchWorld;
let nowMs = Date.parse(NOW);
let fairExposure: FairExposure | null = null;
let tenants = 0;

beforeAll(async () => {
  world = await openMatchWorld({
    clock: () => nowMs,
    domainFor: async (_tenant, domain) => ({
      definition: domain === oneWay.domain ? oneWay : miniDating,
      ...{ labels: builtInLabels, threshold: 1000, fairExposure },
    }),
    remember: (shown) => world.store.learning.recordShown(shown),
  });
});
afterAll(() => world.close());

/** A tenant with all people, at their prices; ages and texts differ. */
async function market(prices: Readonly<Record<string, number>>, domain = miniDating) {
  const tenant = tenantId(`ten_market_${++tenants}`);
  for (const [n, userId] of people.entries()) {
    const vector = [Math.sin(n), Math.cos(n), 0.1 * n, 1];
    await world.put(domain, userId, { fields: { age: 25 + ((n * 7) % 12) }, vector }, tenant);
  }
  await put(tenant, prices, domain);
  return tenant;
}

async function put(
  tenant: ReturnType<typeof tenantId>,
  prices: Readonly<Record<string, number>>,
  domain = miniDating,
) {
  nowMs += 2 * HOUR_MS;
  const { exposure, learning } = world.store;
  const scope = { tenantId: tenant, domain: domain.domain };
  const candidates = Object.entries(prices).map(([userId, price]) => ({
    userId,
    score: 0.5,
    likes: 1 + price,
  }));
  const matchId = `match_${tenant}_${nowMs}`;
  const shown = { ...scope, matchId, seekerId: 'a', candidates, answer: noAnswer, atMs: nowMs };
  await learning.recordShown(shown);
  while ((await exposure.addLikes(scope, rule, nowMs, 100)) > 0);
  await exposure.movePrices(scope, rule, { nowMs, everyMs: HOUR_MS, after: null, limit: 1000 });
}

const requests = fc.record({
  user_id: fc.constantFrom('a', 'b'),
  limit: fc.integer({ min: 1, max: 9 }),
  reciprocal: fc.constantFrom('product' as const, 'harmonic' as const, 'min' as const, 'off' as const),
  record: fc.constant(false),
  explain: fc.constant(true),
  stages: fc.record({
    light_ml: fc.constantFrom(true, false),
    embedding: fc.constantFrom(true, false),
    cross_encoder: fc.constantFrom(true, false),
  }),
});

describe('prices', () => {
  it('change the order by log-odds(score) − price, and no score', async () => {
    const price = fc.constantFrom(0, 0, 0.25, 1.5, 6);
    const all = fc.record(Object.fromEntries(people.map((userId) => [userId, price])));
    await fc.assert(
      fc.asyncProperty(all, fc.array(requests, { minLength: 1, maxLength: 4 }), async (prices, several) => {
        fairExposure = null;
        const tenant = await market(prices);
        for (const request of several) {
          fairExposure = null;
          const off = await world.match({ ...request, limit: 10 }, { tenant });
          fairExposure = rule;
          const on = await world.match(request, { tenant });
          const scores = new Map(off.matches.map((match) => [match.user_id, match]));
          const expected = off.matches
            .map(({ user_id, score }) => ({ user_id, by: pricedScore(score, Math.fround(prices[user_id]!)) }))
            .sort((x, y) => y.by - x.by || (x.user_id < y.user_id ? -1 : 1))
            .slice(0, request.limit);
          expect(on.matches.map(({ user_id }) => user_id)).toEqual(expected.map(({ user_id }) => user_id));
          for (const [n, match] of on.matches.entries()) {
            const { fair_exposure: cost, ...rest } = match;
            expect(rest).toEqual(scores.get(match.user_id));
            expect(cost!.price).toBeCloseTo(prices[match.user_id]!, 5);
            expect(cost!.ordered_by).toBeCloseTo(expected[n]!.by, 9);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('count for cuts, while the least score counts the score itself', async () => {
    const tenant = await market({});
    const stages = { embedding: false, cross_encoder: false };
    fairExposure = null;
    const off = await world.match({ user_id: 'a', stages }, { tenant });
    fairExposure = rule;
    const best = off.matches.slice(0, 2).map(({ user_id }) => user_id);
    await put(tenant, Object.fromEntries(best.map((userId) => [userId, 5])));
    const least = off.matches.at(-3)!.score;
    const light_ml = { min_score: least, top_k: off.matches.length - 4 };
    const on = await world.match(
      { user_id: 'a', explain: true, stages: { ...stages, light_ml } },
      { tenant },
    );
    const trace = on.trace!.find(({ stage }) => stage === 'light_ml')!;
    expect(trace.dropped).toEqual({ min_score: 2, top_k: 2 });
    expect(trace.dropped_examples!.top_k!.toSorted()).toEqual(best.toSorted());
    expect(on.matches.every(({ score }) => score >= least)).toBe(true);
  });

  it('follow the store within a second, and are given up with it', async () => {
    const tenant = await market({ c: 5 });
    fairExposure = rule;
    const first = async () => {
      const { matches } = await world.match({ user_id: 'a', explain: true, record: false }, { tenant });
      return new Map(matches.map((match) => [match.user_id, match.fair_exposure!.price]));
    };
    expect((await first()).get('c')).toBeCloseTo(5, 5);
    await put(tenant, { d: 3 });
    expect((await first()).get('d')).toBeCloseTo(3, 5);
    const signal = new AbortController().signal;
    const listTenants = async () => [];
    await movePrices({ exposure: world.store.exposure, listTenants, clock: () => nowMs }, signal);
    nowMs += 1000;
    expect([...(await first()).values()].every((price) => price === 0)).toBe(true);
  });
});

describe('while it is off', () => {
  it('answers are the same, whatever prices there are, and nothing is noted', async () => {
    fairExposure = null;
    const tenant = await market({});
    const request = { user_id: 'a', explain: true };
    const timeless = async () => {
      const { match_id: _, timings_ms: __, ...rest } = await world.match(request, { tenant });
      return JSON.stringify(rest);
    };
    const before = await timeless();
    await put(tenant, { c: 5, d: 2 });
    nowMs -= 2 * HOUR_MS;
    expect(await timeless()).toBe(before);
    expect(
      await world.store.exposure.addLikes({ tenantId: tenant, domain: 'mini-dating' }, rule, nowMs, 9),
    ).toBe(0);
  });
});

describe('expected likes', () => {
  it.each([miniDating, oneWay])(
    'of $domain are the chances to be liked of what is remembered',
    async (domain) => {
      fairExposure = rule;
      const tenant = await market({}, domain);
      const request = { user_id: 'a', domain: domain.domain, limit: 3 };
      await world.match({ ...request, record: false }, { tenant });
      const { matches } = await world.match(request, { tenant });
      const scope = { tenantId: tenant, domain: domain.domain };
      expect(await world.store.exposure.addLikes(scope, rule, nowMs, 100)).toBe(3);
      for (const { user_id, score, mutual } of matches) {
        const [found] = await world.store.exposure.ofPerson(tenant, user_id);
        expect(found!.likes).toBeCloseTo(mutual?.seeker_to_candidate ?? score, 12);
      }
    },
  );
});

describe('the hard cap', () => {
  it('drops a candidate with too many expected likes under a reason of its own, until they have faded', async () => {
    const tenant = await market({});
    const capping = { ...rule, hard_cap: 2 };
    fairExposure = capping;
    const scope = { tenantId: tenant, domain: 'mini-dating' };
    const candidates = [{ userId: 'c', score: 0.5, likes: 4 }];
    const shown = {
      ...scope,
      matchId: 'match_cap',
      seekerId: 'b',
      candidates,
      answer: noAnswer,
      atMs: nowMs,
    };
    await world.store.learning.recordShown(shown);
    const listTenants = async () => [
      {
        tenantId: tenant,
        domains: [{ domain: 'mini-dating', version: 1, threshold: 1, labels: {}, fairExposure: capping }],
      },
    ];
    const parts = { exposure: world.store.exposure, listTenants, clock: () => nowMs };
    const move = () => movePrices(parts, new AbortController().signal);
    await move();
    nowMs += 1000;
    const answer = await world.match({ user_id: 'a', explain: true, record: false }, { tenant });
    expect(answer.matches.map(({ user_id }) => user_id)).not.toContain('c');
    expect(answer.trace![0]!.dropped).toEqual({ over_capacity: 1 });
    expect(answer.trace![0]!.rules).toContainEqual(
      expect.objectContaining({ rule: 'fair_exposure.hard_cap', reason: 'over_capacity', dropped: 1 }),
    );
    nowMs += 2 * HOUR_MS;
    await move();
    nowMs += 1000;
    const later = await world.match({ user_id: 'a', record: false }, { tenant });
    expect(later.matches.map(({ user_id }) => user_id)).toContain('c');
  });
});

describe('the floors', () => {
  const stages = { embedding: false, cross_encoder: false };
  const places = async (given: Partial<FairExposure>, user_id = 'a') => {
    const tenant = tenantId('ten_floors');
    fairExposure = { ...rule, ...given };
    const request = { user_id, limit: 4, explain: true, record: false, stages };
    const { matches } = await world.match(request, { tenant });
    return matches.map((match) => [match.user_id, match.fair_exposure!.reserved_for ?? null]);
  };

  it('give newcomers and declared groups their places, and say so', async () => {
    const tenant = tenantId('ten_floors');
    const newest = new Date(nowMs - 24 * HOUR_MS).toISOString();
    for (const [n, userId] of people.entries()) {
      const goal = n < 7 ? 'long_term' : 'casual';
      const updatedAt = userId === 'g' ? newest : '2025-01-01T00:00:00.000Z';
      await world.put(miniDating, userId, { fields: { age: 25 + n, goal }, updatedAt }, tenant);
    }
    const ordered = await places({});
    expect(ordered.every(([, reserved]) => reserved === null)).toBe(true);
    expect(ordered.map(([userId]) => userId)).not.toContain('g');
    const newcomers = { days: 2, min_share: 0.25 };
    expect(await places({ newcomers })).toContainEqual(['g', 'newcomers']);
    const groups = { field: 'goal', min_share: { casual: 0.5 } };
    const both = await places({ newcomers, groups });
    expect(both.filter(([, reserved]) => reserved === 'goal=casual')).toHaveLength(2);
    expect(both).toContainEqual(['g', 'newcomers']);
  });
});

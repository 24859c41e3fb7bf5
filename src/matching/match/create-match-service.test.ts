import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asProbability } from '../../contract/brands.ts';
import type { MatchResult } from '../../contract/match.ts';
import { encoderId } from '../../engines/encoders/text-encoder.ts';
import { logit, sigmoid } from '../../platform/numeric/logistic.ts';
import { aggregate } from '../ranking/scoring/probability.ts';
import {
  identity,
  type MatchWorld,
  miniDating,
  oneWay,
  openMatchWorld,
  places,
  TENANT,
  work,
} from './testing/match-world.ts';

let world: MatchWorld;
const scoring = ['light_ml', 'embedding', 'cross_encoder'] as const;

beforeAll(async () => {
  world = await openMatchWorld();
  await world.put(miniDating, 'me', {
    fields: { age: 30, goal: 'long_term', about: 'I play chess. I surf.', hobbies: ['chess'] },
    at: places.lisbon,
    vector: [1, 0, 0, 0],
    sentences: [
      { text: 'I play chess.', vector: [1, 0, 0, 0] },
      { text: 'I surf.', vector: [0, 1, 0, 0] },
    ],
  });
  await world.put(miniDating, 'alike', {
    fields: { age: 30, goal: 'long_term', about: 'Chess every Sunday.', hobbies: ['chess', 'surf'] },
    at: places.lisbon,
    vector: [0.9, 0.1, 0, 0],
    sentences: [{ text: 'Chess every Sunday.', vector: [0.95, 0.05, 0, 0] }],
  });
  await world.put(miniDating, 'older', {
    fields: { age: 38, goal: 'long_term', about: 'Mountains.' },
    at: places.porto,
    vector: [0, 0, 1, 0],
    sentences: [{ text: 'Mountains.', vector: [0, 0, 1, 0] }],
  });
  await world.put(miniDating, 'casual', { fields: { age: 31, goal: 'casual' }, at: places.cascais });
  await world.put(miniDating, 'bare', { fields: { age: 30 } });
  await world.put(miniDating, 'old vector', {
    fields: { age: 30 },
    vector: [1, 0, 0, 0],
    encoderId: 'older@1#00000000',
  });
  for (const [userId, vector] of [
    ['z', [0, 1, 0, 0]],
    ['a', [1, 0, 0, 0]],
    ['m', [1, 0, 0, 0]],
  ] as const) {
    await world.put(oneWay, userId, { fields: { age: 40 }, vector });
  }
  await world.put(oneWay, 'me', { fields: { age: 40 } });
});
afterAll(() => world.close());

const of = (result: MatchResult, userId: string) => result.matches.find(({ user_id }) => user_id === userId)!;
const idsOf = ({ matches }: MatchResult) => matches.map(({ user_id }) => user_id);

describe('scores', () => {
  it('are sorted, finite and in [0, 1]; a two-sided score is exactly the aggregate of both directions', async () => {
    for (const reciprocal of ['product', 'harmonic', 'min', undefined] as const) {
      const result = await world.match({ user_id: 'me', reciprocal, explain: true });
      expect(idsOf(result)[0]).toBe('alike');
      const scores = result.matches.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      for (const { score, mutual, stage_scores } of result.matches) {
        const { seeker_to_candidate: forward, candidate_to_seeker: backward } = mutual!;
        expect(score).toBe(
          aggregate(reciprocal ?? 'product', asProbability(forward), asProbability(backward)),
        );
        expect(stage_scores?.cross_encoder).toBe(score);
        for (const value of [score, forward, backward, ...Object.values(stage_scores!)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }
    }
  });

  it('rank one way in a one-way domain and on request', async () => {
    const oneWayResult = await world.match({ user_id: 'me', domain: 'one-way' });
    const turnedOff = await world.match({ user_id: 'me', reciprocal: 'off' });
    const both = await world.match({ user_id: 'me' });
    for (const { mutual } of [...oneWayResult.matches, ...turnedOff.matches]) expect(mutual).toBeUndefined();
    expect(of(turnedOff, 'older').score).toBe(of(both, 'older').mutual!.seeker_to_candidate);
    const back = await world.match({ user_id: 'older', reciprocal: 'off' });
    expect(of(back, 'me').score).toBeCloseTo(of(both, 'older').mutual!.candidate_to_seeker, 12);
  });

  it('differ by direction', async () => {
    const { mutual } = of(await world.match({ user_id: 'me' }), 'older');
    expect(mutual!.seeker_to_candidate).not.toBeCloseTo(mutual!.candidate_to_seeker, 3);
  });

  it('break ties by user_id', async () => {
    expect(idsOf(await world.match({ user_id: 'me', domain: 'one-way' }))).toEqual(['a', 'm', 'z']);
  });

  it('are 0.5 with every scoring stage off, without mutual', async () => {
    const stages = { light_ml: false, embedding: false, cross_encoder: false };
    const result = await world.match({ user_id: 'me', stages, explain: true });
    expect(idsOf(result)).toEqual(['alike', 'bare', 'casual', 'old vector', 'older']);
    for (const match of result.matches) {
      expect(match).toEqual({ user_id: match.user_id, score: 0.5, stage_scores: {}, reasons: [], terms: [] });
    }
    expect(result.models_used).toEqual({});
    expect(
      (await world.match({ user_id: 'me', stages, limit: 2 })).matches.map(({ user_id }) => user_id),
    ).toEqual(['alike', 'bare']);
  });

  it('add up from the terms that explain them, whatever stages are on', async () => {
    for (let mask = 1; mask < 8; mask++) {
      const stages = Object.fromEntries(scoring.map((stage, bit) => [stage, (mask & (1 << bit)) !== 0]));
      const result = await world.match({ user_id: 'me', stages, explain: true });
      expect(result.matches).toHaveLength(5);
      for (const { terms, mutual } of result.matches) {
        const sum = (direction: string) =>
          terms!
            .filter((term) => term.direction === direction || term.direction === 'both')
            .reduce((total, { log_odds }) => total + log_odds, 0);
        expect(sum('seeker_to_candidate')).toBeCloseTo(logit(mutual!.seeker_to_candidate), 9);
        expect(sum('candidate_to_seeker')).toBeCloseTo(logit(mutual!.candidate_to_seeker), 9);
      }
    }
  });

  it('are a cascade: a later stage adds its evidence, a disabled one leaves no trace in the sum', async () => {
    const names = async (stages: Record<string, boolean>) => {
      const { matches } = await world.match({ user_id: 'me', stages, explain: true });
      return new Set(matches[0]!.terms!.map(({ name }) => name));
    };
    expect(await names({ light_ml: true, embedding: false, cross_encoder: false })).toEqual(
      new Set(['intercept', 'goal', 'age', 'distance']),
    );
    expect(await names({ light_ml: true, embedding: true, cross_encoder: false })).toEqual(
      new Set(['intercept', 'goal', 'age', 'distance', 'text_similarity']),
    );
    expect(await names({ light_ml: false, embedding: true, cross_encoder: false })).toEqual(
      new Set(['intercept', 'text_similarity']),
    );
    expect(await names({ light_ml: false, embedding: false, cross_encoder: true })).toEqual(
      new Set(['intercept', 'goal', 'age', 'distance', 'hobbies_named', 'shared_words', 'sentences']),
    );
  });

  it('leave a candidate without text, or with a vector of another encoder, the score of its fields', async () => {
    const result = await world.match({ user_id: 'me', stages: { cross_encoder: false }, explain: true });
    for (const userId of ['bare', 'old vector']) {
      const { stage_scores } = of(result, userId);
      expect(stage_scores!.embedding).toBe(stage_scores!.light_ml);
    }
    expect(of(result, 'alike').stage_scores!.embedding).toBeGreaterThan(
      of(result, 'alike').stage_scores!.light_ml!,
    );
  });

  it('work for a seeker without text, and the trace says so', async () => {
    const result = await world.match({ user_id: 'bare', explain: true });
    expect(result.matches).toHaveLength(5);
    expect(result.degraded).toEqual([]);
    expect(result.trace!.find(({ stage }) => stage === 'embedding')!.note).toMatch(/no text vector/);
  });
});

describe('stages', () => {
  it('keep top_k candidates, and the counts show it', async () => {
    const stages = { light_ml: { top_k: 4 }, embedding: { top_k: 3 }, cross_encoder: { top_k: 2 } };
    const result = await world.match({ user_id: 'me', stages, explain: true });
    expect(result.pipeline_stats).toEqual({
      total: 5,
      after_sql_filter: 5,
      after_light_ml: 4,
      after_embedding: 3,
      after_cross_encoder: 2,
    });
    expect(result.matches).toHaveLength(2);
    expect(result.trace!.map(({ dropped }) => dropped)).toEqual([
      {},
      { top_k: 1 },
      { top_k: 1 },
      { top_k: 1 },
      {},
      {},
    ]);
  });

  it('drop scores below min_score, exactly', async () => {
    const all = await world.match({
      user_id: 'me',
      explain: true,
      stages: { embedding: false, cross_encoder: false },
    });
    const threshold = of(all, 'bare').score;
    for (const [minScore, kept] of [
      [threshold, true],
      [Math.min(1, threshold * (1 + 1e-12)), false],
    ] as const) {
      const stages = { light_ml: { min_score: minScore }, embedding: false, cross_encoder: false };
      const result = await world.match({ user_id: 'me', stages });
      expect(idsOf(result).includes('bare')).toBe(kept);
      expect(result.matches.every(({ score }) => score >= minScore)).toBe(true);
      expect(result.pipeline_stats.after_light_ml).toBe(result.matches.length);
    }
  });

  it('repeat the count while they are off', async () => {
    const stages = { light_ml: { enabled: false, top_k: 1 }, embedding: false, cross_encoder: { top_k: 3 } };
    const { pipeline_stats } = await world.match({ user_id: 'me', stages });
    expect(pipeline_stats).toMatchObject({
      after_sql_filter: 5,
      after_light_ml: 5,
      after_embedding: 5,
      after_cross_encoder: 3,
    });
    expect(pipeline_stats).not.toHaveProperty('after_llm_judge');
  });

  it('skip the judge without a configured model, and report it', async () => {
    const result = await world.match({
      user_id: 'me',
      stages: { llm_judge: true, cross_encoder: { top_k: 3 } },
    });
    expect(result.degraded).toEqual([{ stage: 'llm_judge', reason: 'not_configured' }]);
    expect(result.pipeline_stats).toMatchObject({ after_cross_encoder: 3, after_llm_judge: 3 });
    expect(result.models_used).not.toHaveProperty('llm_judge');
    const settings = await world.match({ user_id: 'me', stages: { llm_judge: { top_k: 5 } } });
    expect(settings.pipeline_stats, 'settings alone do not turn it on').not.toHaveProperty('after_llm_judge');
  });

  it('report the models that scored: priors, by tier', async () => {
    const { models_used } = await world.match({ user_id: 'me', stages: { embedding: { model: 'general' } } });
    expect(models_used.light_ml).toEqual({
      tier: 'domain',
      version: expect.stringMatching(/^prior-mini-dating\.v1@[0-9a-f]{8}$/),
      calibrated: false,
    });
    expect(models_used.embedding).toEqual({
      tier: 'general',
      version: expect.stringMatching(/^prior-general@[0-9a-f]{8}$/),
      calibrated: false,
    });
    expect(models_used.cross_encoder!.tier).toBe('domain');
  });

  it('refuse a tier that does not exist, and name the existing ones', async () => {
    const request = { user_id: 'me', stages: { cross_encoder: { model: 'tenant' } } };
    await expect(world.match(request)).rejects.toMatchObject({
      code: 'model_unavailable',
      details: { stage: 'cross_encoder', available: [{ tier: 'domain' }, { tier: 'general' }] },
    });
  });
});

describe('the request', () => {
  it('is refused for an unknown seeker, domain or filter', async () => {
    await expect(world.match({ user_id: 'nobody' })).rejects.toMatchObject({ code: 'user_not_found' });
    await expect(world.match({ user_id: 'me', domain: 'none' })).rejects.toMatchObject({
      code: 'domain_not_found',
    });
    await expect(world.match({ user_id: 'me', filters: { about: 'x' } })).rejects.toMatchObject({
      code: 'unknown_filter',
    });
  });

  it('gets a new id', async () => {
    const results = await Promise.all([world.match({ user_id: 'me' }), world.match({ user_id: 'me' })]);
    for (const { match_id } of results) expect(match_id).toMatch(/^match_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(results[0]!.match_id).not.toBe(results[1]!.match_id);
  });

  it('has no explanation unless requested', async () => {
    const result = await world.match({ user_id: 'me' });
    expect(Object.keys(result).sort()).toEqual([
      'degraded',
      'match_id',
      'matches',
      'models_used',
      'pipeline_stats',
    ]);
    expect(Object.keys(result.matches[0]!).sort()).toEqual(['mutual', 'score', 'user_id']);
  });

  it('may come from a user of another domain: shared fields and the block list carry over', async () => {
    await world.put(work, 'newcomer', {
      fields: { age: 30, side: 'talent', about: 'Chess.' },
      vector: [1, 0, 0, 0],
      preferences: { age: { lt: 5 }, exclude_user_ids: ['casual'] },
    });
    const result = await world.match({ user_id: 'newcomer', explain: true });
    expect(result.pipeline_stats.total).toBe(6);
    expect(idsOf(result).sort()).toEqual(['alike', 'bare', 'me', 'old vector', 'older']);
    expect(of(result, 'bare').terms!.map(({ name }) => name)).toContain('age');
    expect(of(result, 'alike').terms!.map(({ name }) => name)).toContain('text_similarity');
    expect(await world.store.profiles.get(TENANT, 'mini-dating', 'newcomer')).toBeNull();
  });

  it('sees the rows written before it, and no erased ones', async () => {
    await world.put(miniDating, 'late', { fields: { age: 30 } });
    expect(idsOf(await world.match({ user_id: 'me' }))).toContain('late');
    await world.store.profiles.erase(TENANT, 'late', null);
    const { matches, pipeline_stats } = await world.match({ user_id: 'me' });
    expect(matches.map(({ user_id }) => user_id)).not.toContain('late');
    expect(pipeline_stats.total).toBe(5);
  });

  it('reads a term for either side of a two-sided domain', async () => {
    await world.put(work, 'worker', { fields: { side: 'talent', wants: 50 } });
    await world.put(work, 'fair job', { fields: { side: 'job', pays: 60 } });
    await world.put(work, 'mean job', { fields: { side: 'job', pays: 25 } });
    const forWorker = await world.match({ user_id: 'worker', domain: 'work', explain: true });
    expect(idsOf(forWorker)).toEqual(['fair job', 'mean job']);
    expect(forWorker.matches[0]!.score).toBeCloseTo(sigmoid(1), 12);
    expect(forWorker.matches[1]!.score).toBeCloseTo(sigmoid(-1), 12);
    expect(forWorker.matches[0]!.reasons).toContain('They pay up to 60, you ask 50');
    const forJob = await world.match({ user_id: 'fair job', domain: 'work', explain: true });
    expect(of(forJob, 'worker').reasons).toContain('You pay up to 60, they ask 50');
    expect(of(forJob, 'worker').score).toBe(forWorker.matches[0]!.score);
  });
});

describe('a time budget', () => {
  it('cuts late stages, reports it, and keeps the earlier order', async () => {
    let nowMs = 0;
    const slow = await openMatchWorld({ monotonicClock: () => (nowMs += 50) });
    try {
      for (let n = 0; n < 30; n++)
        await slow.put(miniDating, `u${n}`, { fields: { age: 20 + n }, vector: [1, 0, 0, 0] });
      const budgeted = await slow.match({ user_id: 'u0', budget_ms: 10, limit: 3, explain: true });
      expect(budgeted.degraded).toEqual([
        { stage: 'embedding', reason: 'budget' },
        { stage: 'cross_encoder', reason: 'budget' },
      ]);
      expect(budgeted.pipeline_stats).toMatchObject({
        after_light_ml: 29,
        after_embedding: 29,
        after_cross_encoder: 29,
      });
      expect(Object.keys(budgeted.models_used)).toEqual(['light_ml']);
      expect(budgeted.matches[0]!.user_id).toBe('u1');
      expect(budgeted.matches).toHaveLength(3);
      const onlyLate = { light_ml: false, embedding: false };
      const first = await slow.match({ user_id: 'u0', budget_ms: 10, stages: onlyLate });
      expect(first.degraded, 'the first to score is never cut').toEqual([]);
      nowMs = 0;
      const ample = await slow.match({ user_id: 'u0', budget_ms: 60_000 });
      expect(ample.degraded).toEqual([]);
    } finally {
      await slow.close();
    }
  });

  it('cuts a running stage and drops its partial result', async () => {
    // The clock is constant until the cross encoder has read its candidates.
    let looks = 0;
    const clock = { now: 0 };
    const world2 = await openMatchWorld({
      monotonicClock: () => clock.now,
      observeStage: () => undefined,
    });
    try {
      for (let n = 0; n < 61; n++)
        await world2.put(miniDating, `u${n}`, { fields: { age: 30 }, vector: [1, 0, 0, 0] });
      const { vectorsOf } = world2.store.profiles;
      world2.store.profiles.vectorsOf = (...given) => {
        looks++;
        clock.now = 1000;
        return vectorsOf.apply(world2.store.profiles, given);
      };
      const result = await world2.match({ user_id: 'u0', budget_ms: 500 });
      expect(looks).toBe(1);
      expect(result.degraded).toEqual([{ stage: 'cross_encoder', reason: 'budget' }]);
      expect(result.pipeline_stats.after_cross_encoder).toBe(60);
      expect(result.models_used).not.toHaveProperty('cross_encoder');
    } finally {
      await world2.close();
    }
  });
});

describe('while a match runs', () => {
  /**
   * Calls `meanwhile` when the pipeline has read the candidates: after the index was read, before the end.
   */
  async function matchWhile(meanwhile: (world: MatchWorld) => Promise<void>, signal?: AbortSignal) {
    const moving = await openMatchWorld();
    try {
      for (const userId of ['me', 'a', 'b', 'c'])
        await moving.put(miniDating, userId, { fields: { age: 30 } });
      const { profiles } = moving.store;
      const { vectorsOf } = profiles;
      profiles.vectorsOf = async (tenant, domain, userIds, encoder) => {
        const vectors = await vectorsOf.call(profiles, tenant, domain, userIds, encoder);
        await meanwhile(moving);
        return vectors;
      };
      return await moving.match({ user_id: 'me', explain: true, limit: 2 }, signal && { signal });
    } finally {
      await moving.close();
    }
  }
  const selectDropped = ({ trace }: MatchResult) => trace!.find(({ stage }) => stage === 'select')!.dropped;

  it('the candidates are read again only if a profile of the domain changed', async () => {
    let reads = 0;
    const count = (moving: MatchWorld) => {
      const { profiles } = moving.store;
      const { getMany } = profiles;
      profiles.getMany = (...args) => {
        reads += 1;
        return getMany.apply(profiles, args);
      };
    };
    expect(idsOf(await matchWhile(async (moving) => count(moving)))).toEqual(['a', 'b']);
    expect(reads).toBe(0);
    const changed = await matchWhile(async (moving) => {
      await moving.put(miniDating, 'stranger', { fields: { age: 30 } });
      count(moving);
    });
    expect(idsOf(changed)).toEqual(['a', 'b']);
    expect(reads).toBe(1);
  });

  it('an erased candidate is not shown, and the next in order moves up', async () => {
    const result = await matchWhile(async ({ store }) => {
      await store.profiles.erase(TENANT, 'a', null);
    });
    expect(idsOf(result)).toEqual(['b', 'c']);
    expect(selectDropped(result)).toEqual({ gone: 1 });
  });

  it('a candidate that blocks the seeker, or ceases to be complete, is not shown', async () => {
    const result = await matchWhile(async (moving) => {
      await moving.put(miniDating, 'a', { fields: { age: 30 }, preferences: { exclude_user_ids: ['me'] } });
      await moving.put(miniDating, 'b', { fields: { age: 30 }, complete: false });
    });
    expect(idsOf(result)).toEqual(['c']);
    expect(selectDropped(result)).toEqual({ changed: 2 });
  });

  it('a disconnected caller ends it', async () => {
    const caller = new AbortController();
    const left = matchWhile(async () => caller.abort(new Error('gone')), caller.signal);
    await expect(left).rejects.toThrow('gone');
  });
});

describe('diversity', () => {
  it('changes the order and the choice, not the scores', async () => {
    const request = { user_id: 'me', domain: 'one-way', limit: 2 };
    const plain = await world.match(request);
    const diverse = await world.match({ ...request, diversity: 0.5 });
    expect(idsOf(plain)).toEqual(['a', 'm']);
    expect(idsOf(diverse), '«m» has the vector of «a»').toEqual(['a', 'z']);
    expect(new Set([...plain.matches, ...diverse.matches].map(({ score }) => score)).size).toBe(1);
  });
});

describe('matches that are stored together', () => {
  it('are answered in turns of their own', async () => {
    const stored = ['a', 'b', 'c', 'd'].map(() => Promise.withResolvers<void>());
    let gathered = 0;
    const gathering = await openMatchWorld({ remember: () => stored[gathered++]!.promise });
    let turn = 0;
    const nextTurn = () => {
      turn += 1;
      counting = setImmediate(nextTurn);
    };
    let counting = setImmediate(nextTurn);
    try {
      for (const userId of ['a', 'b']) await gathering.put(miniDating, userId, { fields: { age: 30 } });
      const turns: number[] = [];
      const answers = stored.map(async () => {
        await gathering.match({ user_id: 'a' });
        turns.push(turn);
        holdThread(5);
      });
      await vi.waitUntil(() => gathered === stored.length);
      // Immediates of one turn.
      for (const { resolve } of stored) setImmediate(resolve);
      await Promise.all(answers);
      expect(new Set(turns).size).toBe(stored.length);
    } finally {
      clearImmediate(counting);
      await gathering.close();
    }
  });

  function holdThread(ms: number): void {
    const until = performance.now() + ms;
    while (performance.now() < until);
  }
});

describe('the observers', () => {
  it('see every stage that ran, with the sizes of its pool', async () => {
    const seen: [string, number, number][] = [];
    const watched = await openMatchWorld({
      observeStage: (stage, ms, poolIn, poolOut) => {
        expect(ms).toBeGreaterThanOrEqual(0);
        seen.push([stage, poolIn, poolOut]);
      },
    });
    try {
      for (const userId of ['a', 'b', 'c']) await watched.put(miniDating, userId, { fields: { age: 30 } });
      await watched.match({ user_id: 'a', stages: { light_ml: { top_k: 1 }, embedding: false } });
      expect(seen).toEqual([
        ['sql_filter', 2, 2],
        ['light_ml', 2, 1],
        ['cross_encoder', 1, 1],
        ['select', 1, 1],
      ]);
    } finally {
      await watched.close();
    }
  });

  it('names encoders so that vectors of another never count', () => {
    expect(encoderId(identity)).toBe('test@1#ffffffff');
  });
});

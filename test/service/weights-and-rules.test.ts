/**
 * `weights`, the rules and examples of an explained match, and what GET /schema names for them, over HTTP.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MatchRecord, MatchResult } from '../../src/contract/match.ts';
import { Schema, SchemaList } from '../../src/contract/user.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;

beforeAll(async () => {
  service = await composed();
  const put = (user_id: string, gender: string, age: number, more: object = {}) =>
    service.send('users', {
      user_id,
      domain: 'dating',
      fields: { age, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
      ...more,
    });
  await put('her', 'woman', 30, { preferences: { gender: 'man', exclude_user_ids: ['blocked'] } });
  await put('blocked', 'man', 30);
  await put('young', 'man', 20);
  await put('old', 'man', 60);
  await put('older', 'man', 70);
  await put('woman', 'woman', 31);
  await put('wants-men', 'man', 33, { preferences: { gender: 'man' } });
  await put('good', 'man', 32);
  await put('far', 'man', 34, { fields: { age: 34, gender: 'man', location: 'Porto, Portugal' } });
});
afterAll(() => service?.stop());

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, headers: object = {}) {
  const authorization = `Bearer ${service.key}`;
  const answer = await service.server.inject({
    method,
    url,
    headers: { authorization, ...headers },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}
const match = (more: object, headers?: object) =>
  call('POST', '/v1/match', { user_id: 'her', domain: 'dating', ...more }, headers);
/** These ids in any order: rows have none, and equal scores have another one in each stage. */
const these =
  (...ids: readonly string[]) =>
  (value: unknown) =>
    Array.isArray(value) && value.toSorted().join() === ids.toSorted().join();
const explained = { filters: { age: { gte: 25, lt: 65 } }, explain: true };

describe('the rules of an explained match', () => {
  test('say what each filter and preference drops, and name some of the dropped', async () => {
    const { body } = await match(explained);
    expect(MatchResult.parse(body)).toEqual(body);
    const [sqlFilter] = body.trace;
    expect(sqlFilter.rules).toEqual([
      {
        rule: 'preferences.exclude_user_ids',
        reason: 'blocked',
        dropped: 1,
        alone: 1,
        example_user_ids: ['blocked'],
      },
      { rule: 'required_fields', reason: 'incomplete', dropped: 0, alone: 0 },
      {
        rule: 'filters.age',
        reason: 'filters',
        dropped: 2,
        mismatch: 2,
        missing: 0,
        alone: 2,
        example_user_ids: expect.toSatisfy(these('young', 'older')),
      },
      {
        rule: 'preferences.gender',
        reason: 'preferences',
        dropped: 1,
        mismatch: 1,
        missing: 0,
        alone: 1,
        example_user_ids: ['woman'],
      },
      {
        rule: 'candidate.preferences',
        reason: 'not_wanted',
        dropped: 1,
        alone: 1,
        example_user_ids: ['wants-men'],
      },
    ]);
    expect(sqlFilter.dropped_examples).toEqual({
      blocked: ['blocked'],
      filters: expect.toSatisfy(these('young', 'older')),
      preferences: ['woman'],
      not_wanted: ['wants-men'],
    });
  });

  test('and later stages name those who just missed', async () => {
    const { body } = await match({
      explain: true,
      limit: 1,
      stages: { light_ml: { top_k: 3 }, embedding: false, cross_encoder: { min_score: 0.2 } },
    });
    const everyone = (await match({ explain: true, stages: { embedding: false, cross_encoder: false } }))
      .body;
    const ranked: string[] = everyone.matches.map(({ user_id }: { user_id: string }) => user_id);
    const [, lightMl, , crossEncoder, , select] = body.trace;
    expect(lightMl.dropped.top_k).toBe(ranked.length - 3);
    expect(lightMl.dropped_examples).toEqual({ top_k: expect.toSatisfy(these(...ranked.slice(3))) });
    const left = 3 - (crossEncoder.dropped.min_score ?? 0);
    expect(select.dropped_examples.limit ?? []).toHaveLength(left - 1);
    const low = (await match({ explain: true, stages: { light_ml: { min_score: 0.99 } } })).body.trace[1];
    expect(low.dropped.min_score).toBe(ranked.length);
    expect(low.dropped_examples).toEqual({ min_score: expect.toSatisfy(these(...ranked.slice(0, 3))) });
  });

  test('are stored without people, and absent without explain', async () => {
    const { body } = await match(explained);
    const stored = await call('GET', `/v1/matches/${body.match_id}`);
    expect(MatchRecord.parse(stored.body)).toEqual(stored.body);
    expect(stored.body.trace[0].rules).toContainEqual({
      rule: 'filters.age',
      reason: 'filters',
      dropped: 2,
      alone: 2,
    });
    for (const name of ['young', 'older', 'wants-men', 'examples', 'example_user_ids'])
      expect(stored.text).not.toContain(name);
    const plain = (await match({ filters: explained.filters })).body;
    expect(plain).not.toHaveProperty('trace');
    const { trace } = (await call('GET', `/v1/matches/${plain.match_id}`)).body;
    expect(trace[0]).not.toHaveProperty('rules');
  });

  test('never name a person who was erased, in a repeated answer either', async () => {
    const put = { user_id: 'passing', domain: 'dating', fields: { age: 99, gender: 'man' } };
    await service.send('users', put);
    const key = { 'idempotency-key': 'names-passing' };
    const asked = { explain: true, filters: { age: { gte: 25, lt: 99 } } };
    const before = await match({ ...asked, filters: { relationship_goal: ['long_term'] } }, key);
    expect(before.text).toContain('passing');
    expect((await call('DELETE', '/v1/users/passing?domain=dating')).status).toBe(200);
    const repeated = await match({ ...asked, filters: { relationship_goal: ['long_term'] } }, key);
    expect([repeated.status, repeated.text]).toEqual([409, expect.not.stringContaining('passing')]);
    expect((await match(asked)).text).not.toContain('passing');
  });
});

describe('weights', () => {
  test('change the scores and their terms, and are stored with the match', async () => {
    const weights = { distance: 0, age_gap: 3 };
    const [plain, weighted] = [await match({ explain: true }), await match({ explain: true, weights })];
    const termsOf = ({ body }: typeof plain, id: string) => {
      const found = body.matches.find(({ user_id }: { user_id: string }) => user_id === id);
      return Object.fromEntries(
        found.terms.map((term: { name: string; log_odds: number }) => [term.name, term.log_odds]),
      );
    };
    expect(termsOf(plain, 'good')).toHaveProperty('distance');
    expect(termsOf(weighted, 'good')).not.toHaveProperty('distance');
    expect(termsOf(weighted, 'good').age_gap).toBeCloseTo(3 * termsOf(plain, 'good').age_gap, 12);
    expect(weighted.body.models_used).toEqual(plain.body.models_used);
    const { request } = (await call('GET', `/v1/matches/${weighted.body.match_id}`)).body;
    expect(request.weights).toEqual(weights);
  });

  test('belong to what an idempotency key is compared with', async () => {
    const key = { 'idempotency-key': 'weighs-twice' };
    expect((await match({ weights: { distance: 2 } }, key)).status).toBe(200);
    expect((await match({ weights: { distance: 2 } }, key)).status).toBe(200);
    expect(await match({ weights: { distance: 3 } }, key)).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_key_reused' } },
    });
  });

  test.each([
    ['of no term', { charm: 1 }, 'weights.charm', 'relationship_goal'],
    ['named like a part of every object', { constructor: 1 }, 'weights.constructor', 'distance'],
    ['named __proto__', JSON.parse('{"__proto__": 2}'), 'weights.__proto__', 'not taken'],
    ['below 0', { distance: -1 }, 'weights.distance', '0 to 10'],
    ['above 10', { distance: 10.1 }, 'weights.distance', '0 to 10'],
    ['that are texts', { distance: '2' }, 'weights.distance', '0 to 10'],
    ['that are a list', [1], 'weights', 'object'],
    [
      'that are too many',
      Object.fromEntries(Array.from({ length: 403 }, (_, n) => [`t${n}`, 1])),
      'weights',
      '402',
    ],
  ])('%s are 400', async (_, weights, path, says) => {
    const { status, body } = await match({ weights });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details.issues[0]).toMatchObject({ path, message: expect.stringContaining(says) });
  });
});

describe('GET /v1/schema', () => {
  test('names labels, the default of reciprocal, terms and tiers', async () => {
    const { body } = await call('GET', '/v1/schema?domain=dating');
    expect(Schema.parse(body)).toEqual(body);
    expect(body.fields).toHaveLength(6);
    expect(body.reciprocal).toBe('product');
    expect(body.labels).toEqual([
      { label: 'converted', polarity: 2 },
      { label: 'accepted', polarity: 1 },
      { label: 'expired', polarity: -0.25 },
      { label: 'rejected', polarity: -1 },
    ]);
    const { models_used } = (await match({})).body;
    for (const stage of ['light_ml', 'embedding', 'cross_encoder'])
      expect(body.tiers[stage][0]).toEqual(models_used[stage]);
    expect(body.tiers.light_ml.map(({ tier }: { tier: string }) => tier)).toEqual(['domain', 'general']);
    expect(body.tiers.llm_judge).toEqual([]);
    const distance = body.terms.find(({ name }: { name: string }) => name === 'distance');
    expect(distance).toEqual({
      name: 'distance',
      compare: 'distance',
      fields: ['location'],
      // The file's -2 and 0.8, divided by its temperature.
      points: { least: -1, most: 0.4 },
      direction: 'both',
      words: { reason: '{km} km apart', reason_equal: 'Both in {value}', reason_against: '{km} km apart' },
      tiers: ['domain'],
    });
  });

  test('names exactly the terms that weights take, in every domain', async () => {
    const { data } = SchemaList.parse((await call('GET', '/v1/schema')).body);
    expect(data.length).toBeGreaterThan(0);
    for (const { domain, terms } of data) {
      const weights = Object.fromEntries(terms.map(({ name }) => [name, 1]));
      await service.send('users', { user_id: 'anyone', domain });
      const { status, text } = await call('POST', '/v1/match', { user_id: 'anyone', domain, weights });
      expect(status, text).toBe(200);
      for (const { points } of terms) expect(points.least).toBeLessThanOrEqual(points.most);
    }
  });
});

/** POST /match with `profile`: the seeker is read as a stored one is, and nothing of the seeker is stored. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MatchResult } from '../../src/contract/match.ts';
import { allRows } from './testing/all-rows.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let otherKey: string;
/** Reads rows that no interface lists. */
let side: DatabaseSync;

/** Each is read alike whether it is stored or not. */
const seekers = {
  'a text': {
    context:
      'I am Ana, 31, a woman in Lisbon. I climb, read novels and want something serious with a man who likes books.',
  },
  fields: {
    fields: { age: 31, gender: 'woman', location: 'Lisbon, Portugal', values_text: 'Books and calm' },
  },
  'fields against a text': {
    context: 'I am 45 and live in Porto. Looking for something casual.',
    fields: { age: 31, gender: 'woman', relationship_goal: 'long_term' },
  },
  'a text with wishes': {
    context: 'A 31-year-old woman in Lisbon. I want a man between 30 and 36, a non-smoker.',
  },
  preferences: {
    fields: { age: 31, gender: 'woman', location: '38.72,-9.14' },
    preferences: { gender: 'man', age: { gte: 33 }, location_within_km: 100, exclude_user_ids: ['man-4'] },
  },
  nothing: {},
} as const;

beforeAll(async () => {
  service = await composed();
  const other = await service.accounts.createTenant({
    ...{ name: 'other', domains: ['dating'], email: 'o@example.com' },
  });
  otherKey = (await service.accounts.createKey(other.tenantId, {})).key;
  side = new DatabaseSync(join(service.folder, 'counterpart.sqlite'), { readOnly: true });
  for (let n = 0; n < 8; n++) {
    const fields = { age: 30 + n, gender: 'man', location: n % 2 ? 'Lisbon, Portugal' : 'Porto, Portugal' };
    const context = n % 3 ? 'I love novels and long walks.' : 'Smoker. Motorbikes and rock concerts.';
    const preferences = n === 1 ? { age: { gte: 40 } } : { gender: 'woman' };
    await service.send('users', { user_id: `man-${n}`, domain: 'dating', fields, context, preferences });
  }
});
afterAll(async () => {
  side?.close();
  await service?.stop();
});

const match = async (body: object, idempotencyKey?: string) => {
  const answer = await service.send('match', { domain: 'dating', ...body }, idempotencyKey);
  expect(answer.status, answer.text).toBe(200);
  return MatchResult.parse(answer.body);
};

/** The match without ids and times, which differ between two matches of one seeker. */
const lasting = ({ match_id: _, timings_ms: _times, profile: _profile, ...rest }: MatchResult) => rest;

describe.each(Object.entries(seekers))('a profile of %s', (_, profile) => {
  test('ranks as the same person who is stored, and says what was read', async () => {
    for (const more of [
      {},
      { explain: true, limit: 3 },
      { reciprocal: 'off' as const },
      { reciprocal: 'min' as const, filters: { age: { lte: 36 } }, diversity: 0.3 },
      { candidate_user_ids: ['man-2', 'man-1', 'nobody'], explain: true, exclude_shown_days: 30 },
      { stages: { embedding: false, cross_encoder: false }, weights: { distance: 2 } },
    ]) {
      const given = await match({ profile, ...more });
      const { body: record } = await service.send('users', {
        ...{ user_id: 'ana', domain: 'dating' },
        ...profile,
      });
      const stored = await match({ user_id: 'ana', record: false, ...more });
      const { fields, derived, preferences, places, missing_required } = record;
      expect(given.profile).toMatchObject({ fields, derived, preferences, places, missing_required });
      await erase('ana');
      expect(lasting(given)).toEqual(lasting(stored));
    }
  });

  test('changes no row of the store, with an idempotency key neither', async () => {
    const before = allRows(side);
    const first = await match({ profile, explain: true });
    const keyed = await match({ profile }, 'the same key');
    const again = await match({ profile, limit: 1 }, 'the same key');
    expect(allRows(side)).toEqual(before);
    expect(again.match_id).not.toBe(keyed.match_id);
    const { status } = await service.send(`matches/${first.match_id}`);
    expect(status).toBe(404);
  });

  test('is nobody whom a later match shows', async () => {
    await match({ profile });
    const { matches, pipeline_stats } = await match({ user_id: 'man-2', limit: 100, record: false });
    expect([matches, pipeline_stats.total]).toEqual([[], 7]);
  });
});

const erase = async (userId: string) => {
  const { key } = service;
  await service.server.inject({
    ...{ method: 'DELETE', url: `/v1/users/${userId}`, headers: { authorization: `Bearer ${key}` } },
  });
};

test('spans name the words of the text, and vectors compare it', async () => {
  const { context } = seekers['a text'];
  const { profile, matches, models_used } = await match({ profile: { context }, explain: true, limit: 8 });
  const { age, gender } = profile!.provenance.fields;
  expect([profile!.fields.age, context.slice(...age!.span!)]).toEqual([31, '31']);
  expect(context.slice(...gender!.span!)).toMatch(/woman/);
  expect(JSON.stringify(profile)).not.toContain('context_id');
  expect(models_used.embedding).toBeDefined();
  expect(matches[0]!.reasons!.length).toBeGreaterThan(0);
  const likes = await match({
    profile: { context: 'A woman of 31. I love novels and long walks.' },
    limit: 8,
  });
  const rocks = await match({ profile: { context: 'A woman of 31. Motorbikes, rock concerts!' }, limit: 8 });
  const order = ({ matches: found }: MatchResult) => found.map(({ user_id }) => user_id);
  expect(order(likes)).not.toEqual(order(rocks));
});

test('has the candidates of its own workspace', async () => {
  const { statusCode, body } = await service.server.inject({
    ...{ method: 'POST', url: '/v1/match', headers: { authorization: `Bearer ${otherKey}` } },
    payload: { domain: 'dating', profile: seekers.fields, candidate_user_ids: ['man-2'], explain: true },
  });
  expect([statusCode, JSON.parse(body).matches, JSON.parse(body).not_candidates]).toEqual([
    200,
    [],
    [{ user_id: 'man-2', reason: 'unknown' }],
  ]);
});

test('goes with the keys of the earlier interface, and a domain that is left out', async () => {
  const { matches } = await match({ domain: undefined, profile: seekers.fields, max_matches: 2 });
  expect(matches).toHaveLength(2);
});

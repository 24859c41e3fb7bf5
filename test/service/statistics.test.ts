/**
 * GET /statistics/… over HTTP with all real parts: the counts agree with the matches, decisions and erasures.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ExposureStatistics,
  FieldStatistics,
  MatchStatistics,
  OutcomeStatistics,
} from '../../src/contract/statistics.ts';
import { countShown } from '../../src/matching/statistics/count-shown.ts';
import { recordCoverageSchedule } from '../../src/matching/statistics/record-coverage-schedule.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const DAY_MS = 86_400_000;
let nowMs = Date.now();
let service: ComposedService;
let otherKey: string;
let matchKey: string;
let trainKey: string;

beforeAll(async () => {
  service = await composed({}, {}, { clock: () => nowMs });
  const { accounts } = service;
  const other = await accounts.createTenant({ name: 'other', domains: ['dating'], email: 'o@example.com' });
  otherKey = (await accounts.createKey(other.tenantId, {})).key;
  const main = (await accounts.listTenants()).find(({ name }) => name === 'main')!;
  await accounts.enableDomain(main.tenantId, 'product-recommendation');
  matchKey = (await accounts.createKey(main.tenantId, { scopes: ['match'] })).key;
  trainKey = (await accounts.createKey(main.tenantId, { scopes: ['train'] })).key;
  for (const [user_id, gender] of [
    ['ana', 'woman'],
    ['eva', 'woman'],
    ['ben', 'man'],
    ['cem', 'man'],
  ])
    await service.send('users', {
      user_id,
      domain: 'dating',
      fields: { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
      context:
        user_id === 'ana'
          ? 'I love hiking. I want honesty and long walks. I am vegan and a non-smoker.'
          : undefined,
    });
});
afterAll(() => service?.stop());

async function get(path: string, key = service.key) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await service.server.inject({ method: 'GET', url: `/v1/statistics/${path}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}
async function erase(userId: string): Promise<void> {
  const headers = { authorization: `Bearer ${service.key}` };
  const { statusCode } = await service.server.inject({
    method: 'DELETE',
    url: `/v1/users/${userId}`,
    headers,
  });
  expect(statusCode).toBe(200);
}
const decide = (seeker_id: string, candidate_id: string, outcome: string) =>
  service.send('feedback', { domain: 'dating', items: [{ seeker_id, candidate_id, outcome }] });
const count = () => countShown(service.store.statistics, AbortSignal.timeout(60_000));

describe('what is refused', () => {
  const names = ['outcomes', 'matches', 'exposure', 'fields'];
  test.each(names)('%s: malformed, unknown, not enabled, without the scope, without a key', async (name) => {
    for (const query of [
      '',
      '?domain=',
      '?domain=dating&more=1',
      '?domain=dating&domain=dating',
      `?domain=${'d'.repeat(65)}`,
    ])
      expect(await get(name + query)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_request' } },
      });
    const days = ['0', '366', '-1', '1.5', '1e2', ' 7', '', 'x', '٣', '1000000000000000000000'];
    for (const day of days)
      expect((await get(`${name}?domain=dating&days=${encodeURIComponent(day)}`)).status, day).toBe(400);
    expect((await get(`${name}?domain=nowhere`)).body.error.code).toBe('domain_not_found');
    expect((await get(`${name}?domain=hiring`)).status).toBe(403);
    expect((await get(`${name}?domain=dating`, matchKey)).status).toBe(403);
    expect((await get(`${name}?domain=dating`, 'cp_live_none')).status).toBe(401);
    expect((await get(`${name}?domain=dating`, trainKey)).status).toBe(200);
  });

  test('fields have no days', async () => {
    expect((await get('fields?domain=dating&days=7')).status).toBe(400);
  });
});

test('matches, outcomes and exposure are counted, and an erased person is in none of them', async () => {
  const shown = (await service.send('match', { user_id: 'ana', domain: 'dating' })).body.matches;
  await service.send('match', { user_id: 'eva', domain: 'dating' });
  await service.send('match', { user_id: 'eva', domain: 'dating', record: false });
  await service.send('match', { user_id: 'ana', domain: 'dating', filters: { age: { gte: 90 } } });
  expect((await get('matches?domain=dating')).body.waiting).toBe(3);
  await count();

  const matches = MatchStatistics.parse((await get('matches?domain=dating&days=7')).body);
  expect(matches.waiting).toBe(0);
  expect(matches.data).toHaveLength(7);
  expect(matches.data.slice(0, 6).every((day) => day.matches === 0 && day.shown === 0)).toBe(true);
  const today = matches.data[6]!;
  expect(today).toMatchObject({ day: matches.to, matches: 3, empty: 1, shown: 6, newcomers: 6 });
  expect(today.scores.reduce((sum, one) => sum + one, 0)).toBe(6);
  for (const { score } of shown)
    expect(today.scores[Math.min(19, Math.floor(score * 20))]).toBeGreaterThan(0);

  const exposure = ExposureStatistics.parse((await get('exposure?domain=dating')).body);
  expect(exposure).toMatchObject({ people: 4, exposed: 4, shown: 6, most: 2 });
  expect(exposure.lorenz).toEqual([
    { people: 0, shown: 0 },
    { people: 0.5, shown: 1 / 3 },
    { people: 1, shown: 1 },
  ]);
  expect(exposure.gini).toBeCloseTo(1 / 6);
  expect(exposure.newcomers).toEqual({ shown: 6, share: 1 });

  await decide('ana', 'ben', 'accepted');
  await decide('ben', 'ana', 'converted');
  await decide('ana', 'cem', 'accepted');
  await decide('ana', 'cem', 'rejected');
  await decide('eva', 'cem', 'expired');
  const outcomes = OutcomeStatistics.parse((await get('outcomes?domain=dating&days=1')).body);
  expect(outcomes.data).toEqual([
    {
      day: outcomes.to,
      labels: {
        accepted: { outcomes: 2, current: 1 },
        converted: { outcomes: 1, current: 1 },
        rejected: { outcomes: 1, current: 1 },
        expired: { outcomes: 1, current: 1 },
      },
    },
  ]);
  expect(outcomes.labels).toContainEqual({ label: 'accepted', polarity: 1 });
  expect(outcomes.funnel).toEqual({ shown: 6, decided: 3, positive: 2, mutual: 1 });

  for (const name of ['outcomes', 'matches', 'exposure'])
    expect(JSON.stringify((await get(`${name}?domain=dating`, otherKey)).body)).not.toMatch(
      /"(shown|matches|outcomes|people)":[1-9]/,
    );

  await erase('ben');
  expect((await get('outcomes?domain=dating')).body.funnel).toEqual({
    shown: 4,
    decided: 1,
    positive: 0,
    mutual: 0,
  });
  expect((await get('matches?domain=dating&days=1')).body.data[0]).toMatchObject({ matches: 3, shown: 4 });
  expect((await get('exposure?domain=dating')).body).toMatchObject({ people: 3, exposed: 3, shown: 4 });
});

test('one-sided domains have no mutual outcomes', async () => {
  const { body } = await get('outcomes?domain=product-recommendation');
  expect(body.funnel.mutual).toBeNull();
});

test('coverage counts values by source, and remembers last week', async () => {
  const first = FieldStatistics.parse((await get('fields?domain=dating')).body);
  expect(first.sampled).toBe(first.people);
  const field = (stats: FieldStatistics, name: string) => stats.fields.find((field) => field.name === name)!;
  expect(field(first, 'age')).toEqual({
    name: 'age',
    kind: 'hard',
    known: first.people,
    share: 1,
    share_week_ago: null,
    sources: { fields: first.people },
    ...{ not_understood: 0, compared: 0, corrected: 0 },
  });
  expect(first.examples).toBeNull();
  const read = first.fields.filter(({ sources }) => (sources.context ?? 0) > 0);
  expect(read.length).toBeGreaterThan(0);
  expect(first.fields.map(({ kind }) => kind)).toContain('soft');

  const { store, accounts } = service;
  const schedule = recordCoverageSchedule({
    statistics: store.statistics,
    listTenants: accounts.listTenants,
    domainFor: accounts.domainFor,
    clock: () => nowMs,
  });
  const signal = AbortSignal.timeout(60_000);
  await schedule.run({ signal } as Parameters<typeof schedule.run>[0]);
  nowMs += 7 * DAY_MS;
  await service.send('users', { user_id: 'new', domain: 'dating', fields: { gender: 'man' } });
  const later = FieldStatistics.parse((await get('fields?domain=dating')).body);
  expect(later.at > first.at).toBe(true);
  expect(field(later, 'age')).toMatchObject({ known: first.people, share_week_ago: 1 });
  expect(field(later, 'age').share).toBeCloseTo(first.people / (first.people + 1));
  nowMs += 100 * DAY_MS;
  await schedule.run({ signal } as Parameters<typeof schedule.run>[0]);
  expect(field((await get('fields?domain=dating')).body, 'age').share_week_ago).toBeNull();
});

test('coverage names people whose value is not understood or corrects a text, while they are stored', async () => {
  nowMs += DAY_MS;
  const fields = { gender: 'woman', location: 'Qwxzville', age: 40 };
  await service.send('users', { user_id: 'ida', domain: 'dating', fields, context: 'I am 30 years old.' });
  const of = async (field: string) =>
    FieldStatistics.parse((await get(`fields?domain=dating&examples_of=${field}`)).body);
  const age = await of('age');
  expect(age.fields.find(({ name }) => name === 'age')).toMatchObject({ compared: 1, corrected: 1 });
  expect(age.examples).toEqual({
    ...{ field: 'age', not_understood: [] },
    corrected: [{ user_id: 'ida', value: 40, read: 30 }],
  });
  expect((await of('location')).examples?.not_understood).toEqual([{ user_id: 'ida', value: 'Qwxzville' }]);

  expect((await get('fields?domain=dating&examples_of=height')).status).toBe(400);
  expect((await get('fields?domain=dating&examples_of=age', trainKey)).status).toBe(403);
  expect((await get('fields?domain=dating', trainKey)).status).toBe(200);
  expect((await get('fields?domain=dating&examples_of=age', otherKey)).body.examples.corrected).toEqual([]);
  await erase('ida');
  await service.send('users', { user_id: 'another', domain: 'dating', fields: { gender: 'man' } });
  expect((await of('age')).examples?.corrected).toEqual([]);
});

test('a person without rows in a domain makes a domain without numbers', async () => {
  const empty = (await get('exposure?domain=product-recommendation')).body;
  expect(empty).toMatchObject({ people: 0, exposed: 0, shown: 0, gini: null, lorenz: [] });
  const { fields, sampled } = (await get('fields?domain=product-recommendation')).body;
  expect(sampled).toBe(0);
  expect(fields.every((field: { share: number }) => field.share === 0)).toBe(true);
});

/** `missing` beside a condition, in filters of a match, in stored preferences, and in the trace. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
  const seeker = { age: 30, gender: 'man', location: 'Lisbon' };
  await service.send('users', { user_id: 'seeker', domain: 'dating', fields: seeker });
  const woman = { age: 30, gender: 'woman', location: 'Lisbon' };
  const people = {
    married: { ...woman, relationship_goal: 'marriage' },
    casual: { ...woman, relationship_goal: 'casual' },
    silent: woman,
    far: { ...woman, location: 'Porto', relationship_goal: 'casual' },
    nowhere: { ...woman, location: 'Middle-earth', relationship_goal: 'marriage' },
  };
  for (const [user_id, fields] of Object.entries(people))
    await service.send('users', { user_id, domain: 'dating', fields });
}, 60_000);
afterAll(() => service?.stop());

async function matched(filters: object, explain = false) {
  const request = { user_id: 'seeker', domain: 'dating', filters, limit: 50, explain };
  const { status, body } = await service.send('match', request);
  expect(status).toBe(200);
  const ids = body.matches.map(({ user_id }: { user_id: string }) => user_id).sort();
  return { ids, rules: body.trace?.[0].rules };
}

test('a filter lets pass who states nothing, where it says so', async () => {
  const goal = (more: object) => ({ relationship_goal: { in: ['marriage'], ...more } });
  expect((await matched(goal({}))).ids).toEqual(['married', 'nowhere']);
  expect((await matched(goal({ missing: 'drop' }))).ids).toEqual(['married', 'nowhere']);
  expect((await matched(goal({ missing: 'pass' }))).ids).toEqual(['married', 'nowhere', 'silent']);
  const near = (distance: unknown) => ({ location_within_km: distance });
  expect((await matched(near(50))).ids).toEqual(['casual', 'married', 'silent']);
  expect((await matched(near({ km: 50, missing: 'pass' }))).ids).toEqual([
    ...['casual', 'married', 'nowhere', 'silent'],
  ]);
});

test('the trace counts who does not match and who states nothing apart', async () => {
  const filters = { relationship_goal: 'marriage', location_within_km: 50 };
  const { rules } = await matched(filters, true);
  const of = (rule: string) => rules.find((one: { rule: string }) => one.rule === rule);
  expect(of('filters.relationship_goal')).toMatchObject({ dropped: 3, mismatch: 2, missing: 1 });
  expect(of('filters.location_within_km')).toMatchObject({ dropped: 1, mismatch: 0, missing: 1, alone: 1 });
  const passing = { relationship_goal: { eq: 'marriage', missing: 'pass' } };
  const [rule] = (await matched(passing, true)).rules.filter(({ rule }: { rule: string }) =>
    rule.startsWith('filters.r'),
  );
  expect(rule).toMatchObject({ dropped: 2, mismatch: 2 });
});

test('a stored preference does so for the seekers that it meets', async () => {
  const wish = async (preferences: object) => {
    const fields = { age: 30, gender: 'woman', location: 'Lisbon' };
    await service.send('users', { user_id: 'chooser', domain: 'dating', fields, preferences });
    return (await matched({})).ids.includes('chooser');
  };
  expect(await wish({ relationship_goal: 'casual' })).toBe(false);
  expect(await wish({ relationship_goal: { eq: 'casual', missing: 'pass' } })).toBe(true);
  expect(await wish({ age: { gte: 40, missing: 'pass' } })).toBe(false);
  const kept = (await service.send('users/chooser?domain=dating')).body.preferences;
  expect(kept).toEqual({ age: { gte: 40, missing: 'pass' } });
  expect(await wish({ location_within_km: { km: 10, missing: 'pass' } })).toBe(true);
});

test.each([
  ['filters', { age: { gte: 18, missing: 'maybe' } }],
  ['filters', { location_within_km: { km: 5, radius: 1 } }],
])('a bad one is 400, and says where: %s %j', async (_, filters) => {
  const { status, body } = await service.send('match', { user_id: 'seeker', domain: 'dating', filters });
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
});

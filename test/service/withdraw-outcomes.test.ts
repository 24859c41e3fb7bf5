/** POST /outcomes/withdraw over HTTP with all real parts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.parse('2026-03-01T12:00:00Z');
const people = { ana: 'woman', eva: 'woman', ben: 'man', cem: 'man', dan: 'man' };
let nowMs = START_MS;
let service: ComposedService;
const keys: Record<'leaked' | 'other' | 'writer', { key: string; id: string }> = {} as never;

beforeAll(async () => {
  service = await composed({}, {}, { clock: () => nowMs });
  const { accounts } = service;
  const { tenantId } = (await accounts.listTenants()).find(({ name }) => name === 'main')!;
  const other = await accounts.createTenant({ name: 'other', domains: ['dating'], email: 'o@example.com' });
  for (const [name, owner, scopes] of [
    ['leaked', tenantId, ['write', 'train', 'match']],
    ['writer', tenantId, ['write']],
    ['other', other.tenantId, ['write', 'train']],
  ] as const) {
    const made = await accounts.createKey(owner, { scopes, rate: 100_000, burst: 100_000 });
    keys[name] = { key: made.key, id: made.stored.keyId };
  }
  await accounts.createKey(other.tenantId, {});
});
beforeEach(async () => {
  nowMs += DAY_MS;
  await post('outcomes/withdraw', { domain: 'dating', since: '2000-01-01T00:00:00Z' });
  for (const [user_id, gender] of Object.entries(people))
    await post('users', {
      user_id,
      domain: 'dating',
      fields: { gender, age: 30, location: 'Lisbon, Portugal' },
    });
});
afterAll(() => service?.stop());

async function post(path: string, payload: object, key = service.key, idempotencyKey?: string) {
  const answer = await service.server.inject({
    method: 'POST',
    url: `/v1/${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const withdraw = (body: object, key?: string, idempotencyKey?: string) =>
  post('outcomes/withdraw', { domain: 'dating', ...body }, key, idempotencyKey);
const decide = (seeker_id: string, candidate_id: string, outcome: string, key?: string, more = {}) =>
  post('feedback', { domain: 'dating', items: [{ seeker_id, candidate_id, outcome, ...more }] }, key);
const shown = async (seeker: string) =>
  (await post('match', { domain: 'dating', user_id: seeker, limit: 10 })).body.matches
    .map((match: { user_id: string }) => match.user_id)
    .sort();
const get = async (path: string) => (await service.send(path)).body;
const outcomeDays = async () => (await get('statistics/outcomes?domain=dating&days=1')).data[0].labels;

test('what a key sent is taken back; the label before stands again, and others keep theirs', async () => {
  await decide('ana', 'ben', 'accepted');
  await decide('ana', 'cem', 'rejected');
  nowMs += 1000;
  await decide('ana', 'ben', 'rejected', keys.leaked.key);
  await decide('ana', 'dan', 'accepted', keys.leaked.key, { weight: 100 });
  expect(await shown('ana')).toEqual(['eva']);
  const statistics = await outcomeDays();

  const dry = await withdraw({ key_id: keys.leaked.id, dry_run: true });
  expect(dry).toMatchObject({ status: 200, body: { withdrawn: 2, triplets_recomputed: 0, run_id: null } });
  expect(await outcomeDays()).toEqual(statistics);

  const { status, body } = await withdraw({ key_id: keys.leaked.id });
  expect({ status, body }).toMatchObject({ status: 200, body: { withdrawn: 2, remaining: 0 } });
  expect(body.triplets_withdrawn).toBe(dry.body.triplets_withdrawn);
  expect(body.request_id).toMatch(/^req_/);
  expect(await get(`train/runs/${body.run_id}`)).toMatchObject({ status: 'queued', forced: true });
  // Ben was accepted again, and nobody has decided on Dan.
  expect(await shown('ana')).toEqual(['dan', 'eva']);
  const { outcomes_as_seeker: left } = await get('users/ana/export');
  expect(left).toMatchObject([
    { candidate_id: 'ben', outcome: 'accepted', current: true },
    { candidate_id: 'cem', outcome: 'rejected', current: true },
  ]);
  expect(await outcomeDays()).toEqual({
    accepted: { outcomes: 1, current: 1 },
    rejected: { outcomes: 1, current: 1 },
  });

  // Repeating takes nothing back, and starts nothing.
  expect((await withdraw({ key_id: keys.leaked.id })).body).toMatchObject({ withdrawn: 0, run_id: null });
  expect((await get(`train/runs/${body.run_id}`)).status).toBe('queued');
});

test('a later outcome of the same pair counts, and is not taken back by the earlier time', async () => {
  await decide('ana', 'ben', 'accepted', keys.leaked.key);
  await withdraw({ key_id: keys.leaked.id });
  nowMs += 1000;
  const { body } = await decide('ana', 'ben', 'rejected', keys.leaked.key);
  expect(body).toMatchObject({ accepted: 1 });
  expect(body.triplets_generated).toBeGreaterThan(0);
  expect((await withdraw({ until: new Date(nowMs - 1).toISOString() })).body.withdrawn).toBe(0);
  expect(await shown('ana')).toEqual(['cem', 'dan', 'eva']);
});

test('where nothing is left to learn from, no run starts', async () => {
  await decide('ana', 'ben', 'accepted');
  const first = await post('train', { domain: 'dating', force: true });
  const { body } = await withdraw({ seeker_id: 'ana' });
  expect(body).toMatchObject({ withdrawn: 1, triplets_recomputed: 0, run_id: null });
  expect(body.triplets_withdrawn).toBeGreaterThan(0);
  expect(await get(`train/runs/${first.body.run_id}`)).toMatchObject({
    status: 'cancelled',
    reason: expect.stringContaining('were withdrawn'),
  });
});

test('a withdrawal is done once a key, also where outcomes come between', async () => {
  await decide('ana', 'ben', 'accepted');
  const first = await withdraw({ candidate_id: 'ben' }, undefined, 'once');
  await decide('eva', 'ben', 'accepted');
  const again = await withdraw({ candidate_id: 'ben' }, undefined, 'once');
  expect(again.body).toEqual(first.body);
  expect(first.body.withdrawn).toBe(1);
  expect((await withdraw({ candidate_id: 'ben' })).body.withdrawn).toBe(1);
  expect((await withdraw({ candidate_id: 'cem' }, undefined, 'once')).status).toBe(422);
});

describe('refuses', () => {
  test.each([
    [{}, 'no selector'],
    [{ dry_run: true }, 'no selector beside dry_run'],
    [{ key: 'key_x' }, 'an unknown name'],
    [{ key_id: '' }, 'an empty key'],
    [{ key_id: 'k'.repeat(129) }, 'a long key'],
    [{ seeker_id: 'a'.repeat(300) }, 'a long id'],
    [{ since: '2026-03-01' }, 'a date'],
    [{ since: 'yesterday' }, 'words'],
    [{ since: 1_772_000_000_000 }, 'a number'],
    [{ since: '2026-03-02T00:00:00Z', until: '2026-03-01T00:00:00Z' }, 'an end before the start'],
    [{ seeker_id: 'ana', dry_run: 'yes' }, 'a text for dry_run'],
    [{ seeker_id: null }, 'null'],
  ] as const)('%j: %s', async (body: object, _) => {
    await decide('ana', 'ben', 'accepted');
    expect(await withdraw(body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect((await withdraw({ seeker_id: 'ana' })).body.withdrawn).toBe(1);
  });

  test('keys without the scope, keys of other tenants, and domains that there are not', async () => {
    await decide('ana', 'ben', 'accepted');
    expect(await withdraw({ seeker_id: 'ana' }, keys.writer.key)).toMatchObject({ status: 403 });
    for (const key_id of [keys.other.id, 'key_00000000000000000000000000', 'nonsense'])
      expect(await withdraw({ key_id })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    expect((await withdraw({ seeker_id: 'ana' }, keys.other.key)).body.withdrawn).toBe(0);
    expect((await withdraw({ seeker_id: 'nobody' })).body.withdrawn).toBe(0);
    expect((await withdraw({ seeker_id: 'ana', domain: 'no-such' })).body.error.code).toBe(
      'domain_not_found',
    );
    expect((await withdraw({ seeker_id: 'ana' })).body.withdrawn).toBe(1);
  });
});

test('times at the edges of the calendar select as they read', async () => {
  await decide('ana', 'ben', 'accepted');
  expect((await withdraw({ since: '9999-12-31T23:59:59-23:59', dry_run: true })).body.withdrawn).toBe(0);
  expect((await withdraw({ until: '0000-01-01T00:00:00+23:59', dry_run: true })).body.withdrawn).toBe(0);
  expect((await withdraw({ since: '0000-01-01T00:00:00+23:59', dry_run: true })).body.withdrawn).toBe(1);
});

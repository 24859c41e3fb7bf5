/** Bounds of a body over HTTP: accepted at the bound, 400 beyond it, always with a short response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeServer, fakeServer, keys } from './testing/http-fakes.ts';

let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer();
});
afterAll(() => server.app.close());

async function post(url: string, body: unknown) {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${keys.all}`,
      'content-type': 'application/json',
      'idempotency-key': `bounds-${++sent}`,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, bytes: Buffer.byteLength(answer.body), body: answer.json() };
}
let sent = 0;

const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
const user = { user_id: 'ana', domain: 'dating' };
const zeros = (count: number) => Array.from({ length: count }, () => 0);
/** The user, its two texts and `fields` are four values, the array of zeros is the fifth. */
const withValues = (count: number) => ({ ...user, fields: { extra: zeros(count - 5) } });
const withDepth = (levels: number) =>
  `{"user_id":"ana","domain":"dating","fields":{"x":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;

describe('the bounds of a body', () => {
  test.each([
    ['250000 values', '/v1/users', withValues(250_000)],
    ['64 levels', '/v1/users', withDepth(64)],
    ['256 keys in fields', '/v1/users', { ...user, fields: named(256) }],
    ['1000 keys in any object', '/v1/users', { ...user, fields: { address: named(1000) } }],
    ['64 keys in preferences', '/v1/users', { ...user, preferences: named(64) }],
    ['64 keys in filters', '/v1/match', { ...user, filters: named(64) }],
    ['256 keys in metadata', '/v1/ingest', { ...user, text: 'I am 30.', metadata: named(256) }],
    ['64 keys in metadata_filters', '/v1/match', { ...user, metadata_filters: named(64) }],
  ])('%s are taken', async (_, url, body) => {
    expect((await post(url, body)).status).toBe(200);
  });

  test.each([
    ['values', '/v1/users', withValues(250_001), '', '250001', '250000'],
    ['levels', '/v1/users', withDepth(65), '', 'nested deeper', '64'],
    [
      'keys of any object',
      '/v1/users',
      { ...user, fields: { a: [named(1001)] } },
      'fields.a[0]',
      '1001',
      '1000',
    ],
    ['keys of the body', '/v1/users', named(1001), '', '1001', '1000'],
    ['keys of fields', '/v1/users', { ...user, fields: named(257) }, 'fields', '257', '256'],
    ['keys of preferences', '/v1/users', { ...user, preferences: named(65) }, 'preferences', '65', '64'],
    ['keys of filters', '/v1/match', { ...user, filters: named(65) }, 'filters', '65', '64'],
    [
      'keys of metadata',
      '/v1/ingest',
      { ...user, text: 'x', metadata: named(257) },
      'metadata',
      '257',
      '256',
    ],
    [
      'keys of metadata_filters',
      '/v1/match',
      { ...user, metadata_filters: named(65) },
      'metadata_filters',
      '65',
      '64',
    ],
  ])(
    'too many %s: 400 names the place, what was given and the bound',
    async (_, url, body, path, given, bound) => {
      const before = server.calls.length;
      const answer = await post(url, body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
      const [issue] = answer.body.error.details.issues;
      expect(issue.path).toBe(path);
      expect(issue.message).toContain(given);
      expect(issue.message).toContain(bound);
      expect(server.calls).toHaveLength(before);
      expect(answer.bytes).toBeLessThan(2000);
    },
  );

  test('a body of opening brackets is refused at the 65th, whatever follows', async () => {
    const { status, body } = await post('/v1/users', '['.repeat(4_000_000));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('nested deeper than 64')]);
  });

  test('a body that is no JSON is reported as such, however many words it has', async () => {
    for (const text of ['a '.repeat(300_000), '{"a":1}\n'.repeat(300_000)]) {
      const { status, body } = await post('/v1/users', text);
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('not valid JSON')]);
    }
  });
});

describe('the largest body within the bounds of an operation fits', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `item-${n}`);
  const model_id = 'model_01k9q5d3f6g8h1j4k7m0n2p5rs';
  const people = ids(10_000);
  test.each([
    [
      'predict with every candidate',
      '/v1/models/m/predict',
      { history: ids(10_000), candidate_item_ids: ids(100_000), exclude_item_ids: people },
    ],
    ['10000 excluded users', '/v1/match', { ...user, filters: { exclude_user_ids: people } }],
    [
      '1000 items of feedback',
      '/v1/feedback',
      {
        domain: 'dating',
        items: people.slice(0, 1000).map((candidate_id) => ({
          ...{ seeker_id: 'ana', candidate_id, outcome: 'accepted', weight: 1, match_id: 'match_1' },
        })),
      },
    ],
    [
      'a dataset of 1 MiB',
      '/v1/datasets',
      { name: 'shop', items: ids(24_000).map((item_id) => ({ item_id, text: 'Green tea' })) },
    ],
    [
      '1000 items for semantic ids',
      '/v1/semantic-ids',
      {
        tokenizer_id: 'tok_01k9q4b7d2e5f8g1h4j7k0m3np',
        items: ids(1000).map((item_id) => ({ item_id, title: 't', attributes: { colour: ['a', 'b', 'c'] } })),
      },
    ],
    [
      '10000 histories of 20 items',
      '/v1/simulations',
      { model_id, steps: 1, policy: 'model', histories: people.map(() => ids(20)) },
    ],
  ])('%s', async (_, url, body) => {
    expect((await post(url, body)).status).toBeLessThan(300);
  });

  test('longer histories than 250000 values in all are refused, and the way out is named', async () => {
    const histories = people.map(() => ids(25));
    const { status, body } = await post('/v1/simulations', {
      model_id,
      steps: 1,
      policy: 'model',
      histories,
    });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('more than 250000 values')]);
  });
});

describe('an error is short whatever was sent', () => {
  test('20 issues are listed, and the message says how many there are more', async () => {
    const { status, body } = await post('/v1/users', { ...user, ...named(900) });
    expect([status, body.error.details.issues.length]).toEqual([400, 20]);
    expect(body.error.details.issues_omitted).toBe(880);
    expect(body.error.message).toContain('and 899 more');
    expect(body.error.message).toContain('the first 20 are listed');
  });

  test('20 issues need no such word', async () => {
    const { body } = await post('/v1/users', { ...user, ...named(20) });
    expect(body.error.details.issues).toHaveLength(20);
    expect(body.error.message).not.toContain('are listed');
  });

  test.each([
    ['rows', '/v1/feedback', { domain: 'dating', items: Array.from({ length: 1000 }, () => named(200)) }],
    ['ids', '/v1/models/m/predict', { history: zeros(10_000).map(() => false) }],
    ['histories', '/v1/simulations', { model_id: 'm', steps: 1, policy: 'model', histories: zeros(10_000) }],
    ['too many rows', '/v1/feedback', { domain: 'dating', items: zeros(240_000) }],
    ['a long text', '/v1/users', { ...user, replace: 'x'.repeat(7_000_000) }],
    ['a long key', '/v1/users', { ...user, ['x'.repeat(7_000_000)]: 1 }],
    [
      'long keys deep down',
      '/v1/users',
      `{"fields":${'{"'.concat('k'.repeat(100_000), '":').repeat(63)}1e999${'}'.repeat(64)}`,
    ],
  ])('%s', async (_, url, body) => {
    const answer = await post(url, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.issues.length).toBeLessThanOrEqual(20);
    expect(answer.bytes).toBeLessThan(16_384);
  });
});

test('the interface document says the bounds', async () => {
  const { body } = await server.app
    .inject({ method: 'GET', url: '/v1/openapi.json' })
    .then((answer) => ({ body: answer.json() }));
  const { schemas } = body.components;
  expect(schemas.UpsertUserRequest.properties.fields.maxProperties).toBe(256);
  expect(schemas.UpsertUserRequest.properties.preferences.maxProperties).toBe(64);
  expect(schemas.IngestRequest.properties.metadata.maxProperties).toBe(256);
  expect(schemas.MatchRequest.properties.filters.maxProperties).toBe(64);
  expect(schemas.MatchRequest.properties.metadata_filters.maxProperties).toBe(64);
  for (const bound of ['250,000', '64 levels', '1,000 keys', '20 issues'])
    expect(body.info.description).toContain(bound);
});

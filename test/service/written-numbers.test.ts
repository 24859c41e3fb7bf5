/**
 * Numbers arrive as they were sent, or are refused: one table through every operation that takes ids or
 * values.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberCases, twins } from '../../src/contract/testing/number-cases.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
}, 60_000);
afterAll(() => service?.stop());

let requests = 0;
async function post(path: string, payload: string, type = 'application/json') {
  const answer = await service.server.inject({
    method: 'POST',
    url: `/v1/${path}`,
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': type,
      'idempotency-key': `number-${++requests}`,
    },
    payload,
  });
  return { status: answer.statusCode, body: type === 'application/json' ? answer.json() : answer.payload };
}

const paths = (body: { error?: { details: { issues?: { path: string }[] } } }) =>
  body.error?.details.issues?.map(({ path }) => path);

/** Bodies with a value at N, and the path that a refusal names. */
const values: readonly (readonly [operation: string, path: string, body: string, at: string])[] = [
  ['an extra', 'users', '{"user_id":"v","domain":"dating","fields":{"crm":N}}', 'fields.crm'],
  [
    'within an extra',
    'users',
    '{"user_id":"v","domain":"dating","fields":{"crm":{"a":[1,N]}}}',
    'fields.crm.a[1]',
  ],
  [
    'metadata',
    'ingest',
    '{"user_id":"v","domain":"dating","text":"I run.","metadata":{"crm":N}}',
    'metadata.crm',
  ],
];

describe.each(values)('%s', (_, path, body, at) => {
  test.each(numberCases)('$text', async ({ text, isKept }) => {
    const answer = await post(path, body.replace('N', text));
    if (isKept) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body.extras)).toContain(JSON.stringify(Number(text)));
    } else {
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
      expect(paths(answer.body)).toEqual([at]);
    }
  });
});

describe('a condition or a figure that is lost', () => {
  test.each([
    ['users', '{"user_id":"v","domain":"dating","preferences":{"age":{"gte":N}}}', 'preferences.age.gte'],
    ['match', '{"user_id":"v","domain":"dating","filters":{"age":{"in":[30,N]}}}', 'filters.age.in[1]'],
    ['match', '{"user_id":"v","domain":"dating","limit":N}', 'limit'],
    [
      'feedback',
      '{"domain":"dating","items":[{"seeker_id":"a","candidate_id":"b","outcome":"accepted","weight":N}]}',
      'items[0].weight',
    ],
    [
      'datasets',
      '{"name":"d","items":[{"item_id":"a","text":""}],"events":[{"event_id":"e","person_id":"p","item_id":"a","kind":"view","timestamp":"2024-05-01T12:00:00Z","value":N}]}',
      'events[0].value',
    ],
    [
      'datasets',
      '{"name":"d","features":{"items":{"sku":"number"}},"items":[{"item_id":"a","text":"","attributes":{"sku":N}}]}',
      'items[0].attributes.sku',
    ],
    [
      'semantic-ids',
      '{"tokenizer_id":"t","items":[{"item_id":"a","title":"A","attributes":{"sku":N}}]}',
      'items[0].attributes.sku',
    ],
    ['models/model_x/predict', '{"history":[],"filters":{"sku":N}}', 'filters.sku'],
    ['simulations', '{"model_id":"m","histories":[["a"]],"steps":1,"policy":"model","seed":N}', 'seed'],
  ])('%s %s', async (path, body, at) => {
    for (const number of ['9007199254740993', '0.1234567890123456789012', '1e400']) {
      const answer = await post(path, body.replace('N', number));
      expect(answer.status).toBe(400);
      expect(paths(answer.body)).toContainEqual(at);
    }
  });
});

describe('an id', () => {
  test.each(numberCases)('$text', async ({ text, id }) => {
    const answer = await post('users', `{"user_id":${text},"domain":"dating"}`);
    if (id === null) expect(answer.status).toBe(400);
    else expect(answer).toMatchObject({ status: 200, body: { user_id: id } });
    const line = await post('users/batch', `{"user_id":${text},"domain":"dating"}\n`, 'application/x-ndjson');
    if (id === null) expect(line.body).toContain('"status":400');
    else expect(line.body).toContain(`"user_id":"${id}"`);
  });

  test('as a number is the same as its digits, in every operation', async () => {
    const [ana, ben] = twins;
    for (const id of twins) await post('users', `{"user_id":${id},"domain":"dating","fields":{"age":30}}`);
    const context = `{"user_id":${ana},"domain":"dating","source":"chat","content":"I live in Lisbon."}`;
    expect((await post('context', context)).body.user_id).toBe(ana);
    const shown = await post('match', `{"user_id":${ana},"domain":"dating","candidate_user_ids":[${ben}]}`);
    expect(shown.body.pipeline_stats.total).toBeGreaterThan(0);
    expect(shown.body.not_candidates ?? []).not.toContainEqual(
      expect.objectContaining({ reason: 'not_found' }),
    );
    const outcome = `{"domain":"dating","items":[{"seeker_id":${ana},"candidate_id":${ben},"outcome":"accepted"}]}`;
    expect((await post('feedback', outcome)).body).toMatchObject({ accepted: 1 });
    const blocked = await post(
      'users',
      `{"user_id":"blocks","domain":"dating","preferences":{"exclude_user_ids":[${ben},"x"]}}`,
    );
    expect(blocked.body.preferences).toEqual({ exclude_user_ids: [ben, 'x'] });
    const excluded = await post(
      'match',
      `{"user_id":${ana},"domain":"dating","filters":{"exclude_user_ids":[${ben}]},"limit":100}`,
    );
    expect(excluded.body.matches.map((match: { user_id: string }) => match.user_id)).not.toContain(ben);
    for (const id of twins) expect((await service.send(`users/${id}?domain=dating`)).body.user_id).toBe(id);
  });

  test('that cannot be one is refused with its path', async () => {
    for (const text of ['1.5', '0.1234567890123456789012', '1e400', 'true', `1${'0'.repeat(300)}`]) {
      const answer = await post('users', `{"user_id":${text},"domain":"dating"}`);
      expect(answer.status).toBe(400);
      expect(paths(answer.body)).toEqual(['user_id']);
    }
  });

  test('keeps two rows of a dataset apart', async () => {
    const rows = twins.map((id) => `{"item_id":${id},"text":"A"}`);
    const events = twins.map(
      (id) =>
        `{"event_id":${id},"person_id":${id},"item_id":${id},"kind":"view","timestamp":"2024-05-01T12:00:00Z"}`,
    );
    const made = await post('datasets', `{"name":"twins","items":[${rows}],"events":[${events}]}`);
    const job = await service.ended(made.body.id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { dataset: { item_count: 2, event_count: 2 } },
    });
    const { id } = (job.result as { dataset: { id: string } }).dataset;
    const more = events.map((event) => event.replace(/"event_id":\d+/, '$&0'));
    expect(await post(`datasets/${id}/events`, `{"events":[${more}]}`)).toMatchObject({ status: 200 });
  });
});

test('a repeated request with a long number is the same request', async () => {
  const body = '{"user_id":9007199254740993,"domain":"dating"}';
  const headers = {
    authorization: `Bearer ${service.key}`,
    'idempotency-key': 'same',
    'content-type': 'application/json',
  };
  const send = (payload: string) =>
    service.server.inject({ method: 'POST', url: '/v1/users', headers, payload });
  expect((await send(body)).statusCode).toBe(200);
  expect((await send(body)).headers['idempotent-replayed']).toBe('true');
  expect((await send(body.replace('3,', '5,'))).statusCode).toBe(422);
});

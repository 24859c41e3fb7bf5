/** Idempotency-Key, over an in-memory store. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiError } from '../../../contract/errors.ts';
import type { MatchService } from '../../../matching/match/match-service.ts';
import { emptyMatch, type FakeServer, fakeServer, keys, memoryIdempotency } from '../testing/http-fakes.ts';

const HOUR_MS = 3_600_000;
let nowMs = 0;
let store: ReturnType<typeof memoryIdempotency>;
let match: MatchService['match'];
let server: FakeServer;

beforeEach(async () => {
  nowMs = 1_700_000_000_000;
  store = memoryIdempotency();
  match = async () => emptyMatch;
  server = await fakeServer({
    idempotency: store,
    clock: () => nowMs,
    match: { match: (...parts) => match(...parts) },
  });
});
afterEach(() => server.app.close());

interface Sent {
  readonly key?: string;
  readonly url?: string;
  readonly body?: unknown;
  readonly as?: string;
  readonly id?: string;
}

function send({
  key,
  url = '/v1/users',
  body = { user_id: 'a', domain: 'dating' },
  as = keys.all,
  id,
}: Sent) {
  return server.app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(id !== undefined && { 'x-request-id': id }),
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('the same key', () => {
  test('with the same body gives the first answer byte for byte, without the work', async () => {
    const first = await send({ key: 'k', id: 'first' });
    const second = await send({ key: 'k', id: 'second' });
    expect(second.rawPayload).toEqual(first.rawPayload);
    expect(second.statusCode).toBe(first.statusCode);
    expect(server.calls).toEqual(['upsert']);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request-id': 'first',
      'x-request-id': 'second',
      'content-type': first.headers['content-type'],
      ratelimit: expect.stringContaining('r='),
    });
  });

  test('ignores the order of JSON keys at any depth, and no other difference', async () => {
    const fields = '{"age":30,"tags":["x","y"]}';
    await send({ key: 'k', body: `{"user_id":"a","domain":"dating","fields":${fields}}` });
    const same = await send({
      key: 'k',
      body: '{ "fields":{"tags":["x","y"],"age":3e1}, "domain":"dating","user_id":"a"}',
    });
    expect(same.headers['idempotent-replayed']).toBe('true');
    for (const body of [
      '{"user_id":"a","domain":"dating","fields":{"age":30,"tags":["y","x"]}}',
      '{"user_id":"a","domain":"dating","fields":{"age":"30","tags":["x","y"]}}',
      `{"user_id":"a","domain":"dating","fields":${fields},"replace":false}`,
      `{"user_id":"b","domain":"dating","fields":${fields}}`,
    ]) {
      const other = await send({ key: 'k', body });
      expect([other.statusCode, other.json().error.code]).toEqual([422, 'idempotency_key_reused']);
    }
    expect(server.calls).toEqual(['upsert']);
  });

  test('counts as another request on another route, and in another workspace', async () => {
    const body = { user_id: 'a', domain: 'dating' };
    await send({ key: 'k', body });
    expect((await send({ key: 'k', url: '/v1/match', body })).headers['idempotent-replayed']).toBeUndefined();
    expect((await send({ key: 'k', body, as: keys.other })).headers['idempotent-replayed']).toBeUndefined();
    expect(server.calls).toEqual(['upsert', 'upsert']);
  });

  test('is a new one after 24 hours', async () => {
    await send({ key: 'k' });
    nowMs += 24 * HOUR_MS - 1;
    expect((await send({ key: 'k' })).headers['idempotent-replayed']).toBe('true');
    nowMs += 1;
    expect((await send({ key: 'k' })).headers['idempotent-replayed']).toBeUndefined();
    expect(server.calls).toEqual(['upsert', 'upsert']);
  });

  test('is 409 with Retry-After while the first request runs', async () => {
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    match = async () => {
      entered.resolve();
      await gate.promise;
      return emptyMatch;
    };
    const first = send({ key: 'k', url: '/v1/match' }).then((answer) => answer);
    await entered.promise;
    const second = await send({ key: 'k', url: '/v1/match' });
    expect([second.statusCode, second.json().error.code]).toEqual([409, 'idempotency_in_progress']);
    expect(second.headers['retry-after']).toBe('1');
    expect(second.json().error.details).toEqual({ retry_after_ms: 1000 });
    gate.resolve();
    expect((await first).statusCode).toBe(200);
    expect((await send({ key: 'k', url: '/v1/match' })).headers['idempotent-replayed']).toBe('true');
  });
});

describe('an answer other than 2xx frees the key', () => {
  test.each([
    ['an error of the service', apiError('user_not_found', 'There is no such user.', { user_id: 'a' }), 404],
    ['a failure of ours', new Error('broken'), 500],
  ] as const)('%s', async (_, error, status) => {
    match = async () => {
      throw error;
    };
    expect((await send({ key: 'k', url: '/v1/match' })).statusCode).toBe(status);
    expect(store.size()).toBe(0);
    match = async () => emptyMatch;
    const again = await send({ key: 'k', url: '/v1/match', body: { user_id: 'b', domain: 'dating' } });
    expect(again.statusCode).toBe(200);
  });

  test('a request that is refused before the store claims nothing', async () => {
    await send({ key: 'k', body: '{' });
    await send({ key: 'k', body: { user_id: 'a' } });
    await send({ key: 'k', as: 'cp_live_unknown' });
    await send({ key: 'k', as: keys.reader });
    expect(store.size()).toBe(0);
  });
});

describe('the length of a key', () => {
  test.each([
    ['', 400],
    ['x', 200],
    ['x'.repeat(255), 200],
    ['x'.repeat(256), 400],
  ])('«%s» is %d', async (key, status) => {
    const answer = await send({ key });
    expect(answer.statusCode).toBe(status);
    if (status === 400) expect(answer.json().error.details.issues[0].path).toBe('idempotency-key');
  });

  test('is checked wherever a key is sent', async () => {
    const answer = await server.app.inject({
      url: '/v1/users/a',
      headers: { authorization: `Bearer ${keys.all}`, 'idempotency-key': 'x'.repeat(256) },
    });
    expect(answer.statusCode).toBe(400);
  });
});

test('without a key every request is carried out', async () => {
  await send({});
  await send({});
  expect(server.calls).toEqual(['upsert', 'upsert']);
  expect(store.size()).toBe(0);
});

test('an answer is kept after its client has disconnected', async () => {
  const entered = Promise.withResolvers<void>();
  match = async (_tenant, _request, signal) => {
    const gone = once(signal!, 'abort');
    entered.resolve();
    await gone;
    return emptyMatch;
  };
  const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  const headers = {
    authorization: `Bearer ${keys.all}`,
    'content-type': 'application/json',
    'idempotency-key': 'k',
  };
  const client = httpRequest({ port: address.port, method: 'POST', path: '/v1/match', headers });
  client.on('error', () => {});
  client.end('{"user_id":"a","domain":"dating"}');
  await entered.promise;
  client.destroy();
  await expect
    .poll(async () => (await send({ key: 'k', url: '/v1/match' })).headers['idempotent-replayed'])
    .toBe('true');
});

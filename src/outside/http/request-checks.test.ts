/** The order of checks, and the answer of each. Services are fakes: nothing here depends on them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_TEXT_BYTES } from '../../contract/common.ts';
import { apiError } from '../../contract/errors.ts';
import { type FakeServer, fakeLimits, fakeServer, keys } from './testing/http-fakes.ts';

let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer({ limits: { ...fakeLimits, bodyBytes: 400 * 1024 } });
});
afterAll(() => server.app.close());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const json = { 'content-type': 'application/json' };

interface Probe {
  readonly method?:
    | 'GET'
    | 'POST'
    | 'PUT'
    | 'DELETE'
    | 'PATCH'
    | 'OPTIONS'
    | 'HEAD'
    | 'QUERY'
    | 'TRACE'
    | 'PROPFIND';
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

async function send({ method = 'POST', url = '/v1/users', headers = {}, payload }: Probe) {
  const answer = await server.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body ? answer.json() : null };
}

describe('the first fault in the order of checks is the one that is answered', () => {
  const tooLarge = `"${'x'.repeat(500 * 1024)}"`;
  const longText = JSON.stringify({ context: 'x'.repeat(MAX_TEXT_BYTES + 1), nonsense: 1 });
  const everythingWrong = { 'content-type': 'text/csv', 'idempotency-key': '' };
  test.each<[string, Probe, number, string]>([
    ['unknown path, no key', { url: '/v1/nope', payload: tooLarge }, 404, 'not_found'],
    ['known path, wrong method, no key', { method: 'PATCH', payload: tooLarge }, 405, 'method_not_allowed'],
    ['no key, all else wrong', { headers: everythingWrong, payload: tooLarge }, 401, 'unauthorized'],
    [
      'key without scope, all else wrong',
      { headers: { ...bearer(keys.reader), ...everythingWrong }, payload: tooLarge },
      403,
      'forbidden',
    ],
    [
      'body too large, and malformed',
      { headers: { ...bearer(keys.all), ...json }, payload: tooLarge.slice(1) },
      413,
      'payload_too_large',
    ],
    [
      'wrong type, and malformed',
      { headers: { ...bearer(keys.all), ...everythingWrong }, payload: '{' },
      415,
      'unsupported_media_type',
    ],
    [
      'text too long, and an unknown key',
      { headers: { ...bearer(keys.all), ...json }, payload: longText },
      413,
      'payload_too_large',
    ],
    ['malformed JSON', { headers: { ...bearer(keys.all), ...json }, payload: '{' }, 400, 'invalid_request'],
  ])('%s', async (_, probe, status, code) => {
    const answer = await send(probe);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('a key over its rate is 429 before its body is read', async () => {
    const headers = { ...bearer(keys.slow), ...json };
    const first = await send({ headers, payload: '{' });
    expect(first.status).toBe(400);
    const second = await send({ headers: { ...headers, 'content-type': 'text/csv' }, payload: '{' });
    expect([second.status, second.body.error.code]).toEqual([429, 'rate_limited']);
    expect(second.headers).toMatchObject({
      'retry-after': '2',
      'ratelimit-policy': '"key";q=1;w=2',
      ratelimit: '"key";r=0;t=2',
    });
    expect(second.body.error.details).toEqual({ retry_after_ms: 2000 });
  });

  test('a refusal for want of a scope takes nothing from the rate', async () => {
    const before = await send({ method: 'GET', url: '/v1/schema', headers: bearer(keys.reader) });
    await send({ headers: { ...bearer(keys.reader), ...json }, payload: '{}' });
    const after = await send({ headers: { ...bearer(keys.reader), ...json }, payload: '{}' });
    expect(after.status).toBe(403);
    expect(after.headers.ratelimit).toBe(before.headers.ratelimit);
  });
});

describe('keys', () => {
  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic dXNlcjpwYXNz',
    'cp_live_all',
    'Bearer cp_live_all cp_live_all',
    'Bearer cp_live_unknown',
    'Bearer cp_live_all,Bearer cp_live_all',
  ])('%s is 401 and names the scheme', async (authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await send({ method: 'GET', url: '/v1/schema', headers });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers.ratelimit).toBeUndefined();
  });

  test.each(['bearer', 'BEARER', 'Bearer  '])('the scheme «%s» is accepted', async (scheme) => {
    const answer = await send({
      method: 'GET',
      url: '/v1/schema',
      headers: { authorization: `${scheme} ${keys.all}` },
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['GET', '/v1/users/a', 200],
    ['GET', '/v1/schema', 200],
    ['POST', '/v1/users', 403],
    ['POST', '/v1/context', 403],
    ['POST', '/v1/match', 403],
    ['DELETE', '/v1/users/a', 403],
  ] as const)('a reader: %s %s is %d', async (method, url, status) => {
    const payload = method === 'POST' ? { payload: '{}' } : {};
    const answer = await send({
      method,
      url,
      headers: { ...bearer(keys.reader), ...(method === 'POST' && json) },
      ...payload,
    });
    expect(answer.status).toBe(status);
    if (status === 403) {
      expect(answer.body.error).toMatchObject({ code: 'forbidden', details: { scopes: ['read'] } });
    }
  });
});

describe('request ids', () => {
  test.each(['a', 'trace-1.2:3_4', 'x'.repeat(128)])('%s is kept', async (id) => {
    const answer = await send({ method: 'GET', url: '/v1/nope', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toBe(id);
    expect(answer.body.request_id).toBe(id);
  });
  test.each(['', 'x'.repeat(129), 'a b', 'é', 'a/b', 'a,b'])('«%s» is replaced', async (id) => {
    const answer = await send({ method: 'GET', url: '/v1/nope', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/);
    expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
  });
  test.each(['/healthz', '/readyz', '/metrics', '/docs/', '/v1/openapi.json', '/v1/schema', '/nowhere'])(
    '%s carries one',
    async (url) => {
      expect((await server.app.inject(url)).headers['x-request-id']).toMatch(/^req_/);
    },
  );
});

test('no cache may store an answer about people', async () => {
  for (const headers of [bearer(keys.all), bearer(keys.reader), {}]) {
    const answer = await send({ method: 'DELETE', url: '/v1/users/a', headers });
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

describe('methods', () => {
  test.each([
    ['PUT', '/v1/users', 'GET, HEAD, OPTIONS, POST'],
    ['GET', '/v1/context', 'OPTIONS, POST'],
    ['DELETE', '/v1/match', 'OPTIONS, POST'],
    ['POST', '/v1/users/a%2Fb', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
    ['QUERY', '/v1/users', 'GET, HEAD, OPTIONS, POST'],
    ['TRACE', '/v1/users', 'GET, HEAD, OPTIONS, POST'],
    ['PROPFIND', '/v1/users', 'GET, HEAD, OPTIONS, POST'],
  ] as const)('%s %s: 405, Allow: %s', async (method, url, allow) => {
    const answer = await send({ method, url });
    expect([answer.status, answer.body.error.code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.allow).toBe(allow);
  });
  test('OPTIONS lists the methods of a path, and needs no key', async () => {
    const answer = await send({ method: 'OPTIONS', url: '/v1/users/a' });
    expect([answer.status, answer.headers.allow]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH']);
    expect((await send({ method: 'OPTIONS', url: '/v1/nope' })).status).toBe(404);
  });
  test('HEAD answers as GET does, without a body', async () => {
    const answer = await send({ method: 'HEAD', url: '/v1/users/a', headers: bearer(keys.all) });
    expect([answer.status, answer.body]).toEqual([200, null]);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
    expect((await send({ method: 'HEAD', url: '/v1/users/a' })).status).toBe(401);
  });
});

describe('bodies', () => {
  const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    send({ headers: { ...bearer(keys.all), ...json, ...headers }, payload });

  test('every fault is named with its path', async () => {
    const payload = JSON.stringify({ user_id: 7.5, context: true, nonsense: 1, fields: [], 'a b': 1 });
    const { body } = await post(payload);
    const beside =
      'unknown key; a field of the domain belongs into `fields`; else check its spelling, or leave it out';
    expect(body.error.details.issues).toEqual([
      { path: 'user_id', message: 'expected a string, was given 7.5', in: 'body' },
      { path: 'domain', message: 'is required (a string)', in: 'body' },
      { path: 'context', message: 'expected a string, was given true', in: 'body' },
      { path: 'fields', message: 'expected an object, was given an empty array', in: 'body' },
      { path: 'nonsense', message: beside, in: 'body' },
      { path: '["a b"]', message: beside, in: 'body' },
    ]);
  });

  test('nine hundred faults are counted, and the first twenty listed', async () => {
    const keys = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`k${n}`, n]));
    const { status, body } = await post(JSON.stringify({ user_id: 'a', domain: 'dating', ...keys }));
    expect([status, body.error.details.issues.length]).toEqual([400, 20]);
    expect(body.error.details.issues_omitted).toBe(880);
    expect(body.error.message).toContain('(and 899 more; the first 20 are listed)');
    const long = await post(JSON.stringify({ user_id: 'a', domain: 'dating', ['x'.repeat(10_000)]: 1 }));
    expect(JSON.stringify(long.body).length).toBeLessThan(1000);
  });

  test('faults inside a stage are reported at their path, not as a failed union', async () => {
    const payload = JSON.stringify({
      user_id: 'a',
      domain: 'dating',
      stages: { light_ml: { top_k: 0, depth: 1 }, embedding: 3, llm_judge: { model: 'best' } },
    });
    const { body } = await send({ url: '/v1/match', headers: { ...bearer(keys.all), ...json }, payload });
    expect(
      body.error.details.issues.map(
        ({ path, message }: { path: string; message: string }) => `${path}: ${message}`,
      ),
    ).toEqual([
      'stages.light_ml.top_k: must be at least 1, was given 0',
      'stages.light_ml.depth: unknown key; check its spelling, or leave it out',
      'stages.embedding: expected a boolean or an object, was given 3',
      'stages.llm_judge.model: expected one of "general", "domain", "tenant", was given the string "best"',
    ]);
  });

  test.each<[string, string | Buffer, string]>([
    ['nothing', '', 'missing'],
    ['null', 'null', 'missing or null'],
    ['a lone brace', '{', 'not valid JSON'],
    ['two values', '{}{}', 'not valid JSON'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'not valid UTF-8'],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'not valid UTF-8'],
    ['__proto__', '{"__proto__":{"x":1}}', '__proto__'],
    ['a nested __proto__', '{"fields":{"a":[{"__proto__":1}]}}', 'fields.a[0].__proto__'],
    ['half a surrogate pair', '{"user_id":"\\ud800"}', 'surrogate'],
    ['half a pair in a name', '{"fields":{"\\udc00":1}}', 'surrogate'],
    ['NUL', '{"context":"a\\u0000b"}', 'NUL'],
    ['a number beyond doubles', '{"fields":{"age":1e999}}', 'fields.age'],
    ['100,000 open brackets', '['.repeat(100_000), 'nested deeper'],
    ['100,000 nested arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'nested deeper'],
    ['65 nested objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'nested deeper'],
  ])('%s is 400 and says so', async (_, payload, words) => {
    const { status, body } = await post(payload);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(words);
    expect(body.error.details.issues[0]).toMatchObject({
      path: expect.any(String),
      message: expect.any(String),
    });
  });

  test('a byte order mark is skipped, and of two equal keys the last holds', async () => {
    const { status, body } = await post('\ufeff{"user_id":"a","user_id":"b","domain":"dating"}');
    expect([status, body.user_id]).toEqual([200, 'b']);
  });

  test.each([
    [{ 'content-type': 'application/json; charset=utf-8' }, 200],
    [{ 'content-type': 'Application/JSON;charset="UTF-8"' }, 200],
    [{ 'content-type': 'application/json; charset=latin1' }, 415],
    [{ 'content-type': 'application/vnd.api+json' }, 415],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, 415],
    [{ 'content-type': 'nonsense' }, 415],
    [{ 'content-type': '' }, 415],
    [{ 'content-encoding': 'gzip' }, 415],
    [{ 'content-encoding': 'identity' }, 200],
  ] as const)('%o is %d', async (headers, status) => {
    expect((await post('{"user_id":"a","domain":"dating"}', headers)).status).toBe(status);
  });

  test('text is measured in bytes of UTF-8: 256 KiB pass, one byte more does not', async () => {
    const text = 'é'.repeat(MAX_TEXT_BYTES / 2);
    const of = (context: string) => post(JSON.stringify({ user_id: 'a', domain: 'dating', context }));
    expect((await of(text)).status).toBe(200);
    const { status, body } = await of(`${text}a`);
    expect(status).toBe(413);
    expect(body.error.details).toEqual({
      path: 'context',
      given_bytes: MAX_TEXT_BYTES + 1,
      limit_bytes: MAX_TEXT_BYTES,
    });
  });

  test('a connection outlives a malformed body', async () => {
    expect((await post('{')).headers.connection).not.toBe('close');
  });

  test.each(['GET', 'DELETE'] as const)('%s takes no body: its content would be ignored', async (method) => {
    const headers = { ...bearer(keys.all), ...json };
    const before = server.calls.length;
    const answer = await send({ method, url: '/v1/users/a', headers, payload: '{"domain":"dating"}' });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(server.calls.length).toBe(before);
    expect((await send({ method, url: '/v1/users/a', headers })).status).toBe(200);
  });
});

describe('addresses', () => {
  const get = (url: string) => send({ method: 'GET', url, headers: bearer(keys.all) });

  test.each([
    ['a%2Fb', 'a/b'],
    ['a%2fb%2F', 'a/b/'],
    ['100%25', '100%'],
    ['%2525', '%25'],
    ['a+b', 'a+b'],
    ['%F0%9F%98%80', '😀'],
    ['%C3%A9', 'é'],
    ['e%CC%81', 'e\u0301'],
    ['a%3Fb%23c', 'a?b#c'],
    ['...', '...'],
    ['a%20b', 'a b'],
    [encodeURIComponent('😀'.repeat(256)), '😀'.repeat(256)],
  ])('/v1/users/%s is the user «%s»', async (path, userId) => {
    const { status, body } = await get(`/v1/users/${path}`);
    expect([status, body.user_id]).toEqual([200, userId]);
  });

  test.each([
    '/v1/users/%',
    '/v1/users/%zz',
    '/v1/users/%ff',
    '/v1/users/%C3',
    '/v1/users/%ED%A0%80',
    '/v1/users/a%00b',
    '/v1/users/%7F',
    '/v1/users/',
    `/v1/users/${'a'.repeat(257)}`,
    `/v1/users/${'a'.repeat(4000)}`,
    '/v1/users/a?domain=',
    `/v1/users/a?domain=${'x'.repeat(65)}`,
    '/v1/users/a?domain=dating&domain=hiring',
    '/v1/users/a?Domain=dating',
    '/v1/users/a?__proto__=1',
    '/v1/users/a?domain=%ff',
    '/v1/users/a?domain=dating&x=%',
    '/v1/schema?q=1',
    '/v1/schema?domain[]=dating',
  ])('%s is 400', async (url) => {
    const { status, body } = await get(url);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details.issues.length).toBeGreaterThan(0);
  });

  test('a faulty path needs a key first, as any other', async () => {
    expect((await send({ method: 'GET', url: '/v1/users/%ff' })).status).toBe(401);
    expect((await send({ method: 'GET', url: '/v1/nope/%ff' })).status).toBe(404);
  });

  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/users',
    '/v1/users/a/b',
    '/v1/Users/a',
    '//v1/schema',
    '/v1/schema/',
    '/v1/users/a/',
  ])('%s is 404', async (url) => {
    const { status, body } = await get(url);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('faults of our own', () => {
  test('an unexpected error is 500 without its cause, which is in the log', async () => {
    const secret = 'SELECT * FROM profiles WHERE key = cp_live_abc123';
    const broken = await fakeServer({
      match: {
        match: async () => {
          throw new Error(secret);
        },
      },
    });
    const answer = await broken.app.inject({
      method: 'POST',
      url: '/v1/match',
      headers: { ...bearer(keys.all), ...json },
      payload: '{"user_id":"a","domain":"dating"}',
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      error: { code: 'internal', message: expect.stringContaining('request_id'), details: {} },
      request_id: answer.headers['x-request-id'],
    });
    expect(answer.body).not.toContain('SELECT');
    const line = broken.logged.find(({ msg }) => msg === 'unexpected error');
    expect(line).toMatchObject({
      level: 'error',
      request_id: answer.headers['x-request-id'],
      tenant: 'ten_a',
      error: {
        message: 'SELECT * FROM profiles WHERE key = [secret]',
        stack: expect.stringContaining('request-checks'),
      },
    });
    await broken.app.close();
  });

  test('an answer that breaks the contract is 500, not sent', async () => {
    const broken = await fakeServer({
      statistics: { outcomes: async () => ({ domain: 3 }) as never } as never,
    });
    const answer = await broken.app.inject({
      url: '/v1/statistics/outcomes?domain=dating',
      headers: bearer(keys.all),
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([500, 'internal']);
    await broken.app.close();
  });

  test('503 has Retry-After', async () => {
    const warming = await fakeServer({ readiness: () => ({ ready: false, reason: 'Indexes are loading.' }) });
    const answer = await warming.app.inject('/readyz');
    expect([answer.statusCode, answer.json().error]).toEqual([
      503,
      { code: 'warming_up', message: 'Indexes are loading.', details: { retry_after_ms: 1000 } },
    ]);
    expect(answer.headers['retry-after']).toBe('1');
    expect((await warming.app.inject('/healthz')).statusCode).toBe(200);
    await warming.app.close();
  });

  test('the refusal of a service is answered unchanged', async () => {
    const refusing = await fakeServer({
      match: {
        match: async () => {
          throw apiError('unknown_filter', 'No such filter.', { unknown: ['height'], known: ['age'] });
        },
      },
    });
    const answer = await refusing.app.inject({
      method: 'POST',
      url: '/v1/match',
      headers: { ...bearer(keys.all), ...json },
      payload: '{"user_id":"a","domain":"dating"}',
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error).toEqual({
      code: 'unknown_filter',
      message: 'No such filter.',
      details: { unknown: ['height'], known: ['age'] },
    });
    await refusing.app.close();
  });
});

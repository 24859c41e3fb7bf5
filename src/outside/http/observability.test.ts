/** Logs and metrics of the service, and the data that neither may ever contain. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from './logs/create-logger.ts';
import { redactSecrets } from './logs/redact-secrets.ts';
import { createMetrics } from './metrics/metrics.ts';
import { emptyMatch, type FakeServer, fakeLimits, fakeServer, keys } from './testing/http-fakes.ts';

const personal = 'I am Ana Personal from Lisbon';
const auth = { authorization: `Bearer ${keys.all}` };
const metrics = createMetrics(
  () => [{ tenant: 'ten_a', domain: 'dating', rows: 12, parts: { columns: 400, ids: 30 } }],
  {
    processFigures: false,
  },
);
let server: FakeServer;
let aborted: boolean | undefined;

beforeAll(async () => {
  server = await fakeServer({
    metrics,
    match: {
      match: async (_tenant, _request, signal) => {
        await new Promise((resolve) => setImmediate(resolve));
        aborted = signal?.aborted;
        metrics.observeStage('light_ml', 1.5, 40);
        return emptyMatch;
      },
    },
  });
  const post = (url: string, payload: unknown) =>
    server.app.inject({ method: 'POST', url, headers: auth, payload: payload as object });
  await post('/v1/users', { user_id: 'personal-id', domain: 'dating', context: personal });
  await post('/v1/users', { user_id: 'personal-id', domain: 'dating', [personal]: 1 });
  await post('/v1/match', { user_id: 'personal-id', domain: 'dating' });
  await server.app.inject({
    url: `/v1/users/personal-id?domain=${encodeURIComponent(personal)}`,
    headers: auth,
  });
  await server.app.inject({
    url: '/v1/users/personal-id',
    headers: { authorization: 'Bearer cp_live_unknown' },
  });
  await server.app.inject(`/nowhere/${encodeURIComponent(personal)}`);
});
afterAll(() => server.app.close());

test('a line a request: id, workspace, key id, route, status, time', () => {
  const lines = server.logged.filter(({ msg }) => msg === 'request');
  expect(lines.map(({ route, status, tenant, code }) => [route, status, tenant, code])).toEqual([
    ['/v1/users', 200, 'ten_a', undefined],
    ['/v1/users', 400, 'ten_a', 'invalid_request'],
    ['/v1/match', 200, 'ten_a', undefined],
    ['/v1/users/:user_id', 200, 'ten_a', undefined],
    ['/v1/users/:user_id', 401, undefined, 'unauthorized'],
    ['none', 404, undefined, 'not_found'],
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({ request_id: expect.stringMatching(/^req_/), ms: expect.any(Number) });
  }
});

test('no line and no figure has a key, a text or an id of a person', async () => {
  const told = JSON.stringify(server.logged) + (await metrics.render());
  for (const secret of ['cp_live', 'Personal', 'personal-id', 'Bearer']) expect(told).not.toContain(secret);
});

test('a waiting client does not count as disconnected', () => {
  expect(aborted).toBe(false);
});

test('the logger blanks secrets, whatever object carries them, and never writes a request', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  logger.info({ authorization: 'Bearer x1', deep: { key: 'x2', password: 'x3' }, hash: 'x4' }, 'a');
  logger.info({ req: { url: '/x5' }, res: { body: 'x6' } }, 'b');
  logger.info({ cookie: 'x7', deep: { link: 'x8', token: 'x9' } }, 'c');
  expect(lines).toHaveLength(3);
  for (const secret of ['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8', 'x9'])
    expect(lines.join()).not.toContain(secret);
});

test('keys, tokens and credentials are cut out of any text', () => {
  const token = 'Ab-_9'.repeat(9).slice(0, 43);
  const text = `a cp_live_${'k'.repeat(32)}, cp_session_${token}; cp_link_${token}! Bearer abc smtp://me:pw@host z`;
  expect(redactSecrets(text)).toBe('a [secret], [secret]; [secret]! [secret] smtp://me:[secret]@host z');
});

describe('/metrics', () => {
  test('has latency by route and status, stages, pools, and the indexes', async () => {
    const answer = await server.app.inject('/metrics');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/plain');
    for (const line of [
      'counterpart_http_request_duration_seconds_count{method="POST",route="/v1/users",status="200"} 1',
      'counterpart_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1',
      'counterpart_match_stage_duration_seconds_bucket{le="0.0025",stage="light_ml"} 1',
      'counterpart_match_pool_size_sum{stage="light_ml"} 40',
      'counterpart_index_rows{tenant="ten_a",domain="dating"} 12',
      'counterpart_index_bytes{tenant="ten_a",domain="dating",part="columns"} 400',
      'counterpart_index_bytes{tenant="ten_a",domain="dating",part="ids"} 30',
      'counterpart_http_requests_in_flight 0',
    ]) {
      expect(answer.body).toContain(line);
    }
  });

  test('closed indexes leave the metrics', async () => {
    const indexes = [{ tenant: 't', domain: 'dating', rows: 1, parts: {} }];
    const changing = createMetrics(() => indexes, { processFigures: false });
    expect(await changing.render()).toContain('counterpart_index_rows{');
    indexes.pop();
    expect(await changing.render()).not.toContain('counterpart_index_rows{');
  });
});

test('one request above the limit in flight is 503, and a slot is free when one ends', async () => {
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const small = await fakeServer({
    limits: { ...fakeLimits, bodyBytes: 1024, inFlight: 1 },
    match: {
      match: async () => {
        entered.resolve();
        await gate.promise;
        return emptyMatch;
      },
    },
  });
  const match = () =>
    small.app.inject({
      method: 'POST',
      url: '/v1/match',
      headers: auth,
      payload: { user_id: 'a', domain: 'd' },
    });
  const first = match().then((answer) => answer);
  await entered.promise;
  const second = await match();
  expect([second.statusCode, second.json().error.code]).toEqual([503, 'overloaded']);
  expect(second.headers).toMatchObject({ 'retry-after': '1', ratelimit: expect.any(String) });
  expect((await small.app.inject('/healthz')).statusCode).toBe(200);
  gate.resolve();
  expect((await first).statusCode).toBe(200);
  expect((await match()).statusCode).toBe(200);
  await small.app.close();
});

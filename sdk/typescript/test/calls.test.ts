/** A call with waits, deadlines, signals and answers that are none of the service. */
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { numberCases } from '../../../src/contract/testing/number-cases.ts';
import {
  ApiError,
  ConnectionError,
  Counterpart,
  CounterpartError,
  type LogEvent,
  ndjson,
  TimeoutError,
} from '../src/index.ts';
import { waitBefore } from '../src/retry.ts';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

const apiKey = 'cp_live_secretsecretsecretsecret';
const match = { user_id: 'ana', domain: 'dating' };
const errorBody = (code: string, details = {}) => ({
  error: { code, message: `it is ${code}`, details },
  request_id: 'req_body',
});
const busy = { status: 429, headers: { 'retry-after': '0' }, body: errorBody('rate_limited') };

let server: ScriptedServer;
let client: Counterpart;
const events: LogEvent[] = [];

beforeAll(async () => {
  server = await startScriptedServer();
  client = new Counterpart({ apiKey, baseUrl: server.url, logger: (event) => events.push(event) });
});
afterAll(() => server.close());
beforeEach(() => {
  server.script();
  events.length = 0;
});

const failure = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );

test('retries keep body and idempotency key; the next call has another key', async () => {
  server.script(busy, { status: 500, body: errorBody('internal') }, { status: 502, body: 'no JSON' });
  const { attempts } = await client.match.run(match).withResponse();
  expect(attempts).toBe(4);
  const sent = server.received.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`);
  expect(new Set(sent)).toHaveProperty('size', 1);
  expect(sent[0]).toMatch(/^[0-9a-f]{32} \{/);
  await client.match.run(match);
  expect(server.received.at(-1)!.headers['idempotency-key']).not.toBe(sent[0]!.split(' ')[0]);
});

test.each([
  ['the caller’s key', () => client.match.run(match, { idempotencyKey: 'mine-0001' }), 'mine-0001'],
  ['no key where none is taken', () => client.models.embed('m', { history: [] }), undefined],
])('%s', async (_, call, key) => {
  await call();
  expect(server.received[0]!.headers['idempotency-key']).toBe(key);
});

test.each([400, 401, 403, 404, 409, 413, 422])('%d is not retried', async (status) => {
  server.script({ status, body: errorBody('conflict') });
  expect(await failure(client.match.run(match))).toMatchObject({ status, requestId: 'req_body' });
  expect(server.received).toHaveLength(1);
});

test('409 of a first attempt that is still in work is retried', async () => {
  server.script({ status: 409, body: errorBody('idempotency_in_progress', { retry_after_ms: 1 }) });
  await client.match.run(match);
  expect(server.received).toHaveLength(2);
});

test('a wait that would pass the deadline is not begun', async () => {
  server.script({ status: 503, headers: { 'retry-after': '60' }, body: errorBody('overloaded') });
  const error = await failure(client.match.run(match, { timeoutMs: 30_000 }));
  expect(error).toMatchObject({ code: 'overloaded', status: 503 });
  expect(events.map(({ type, attempt }) => [type, attempt])).toEqual([['failure', 1]]);
});

test('a call without answer ends at its deadline, an attempt at its own', async () => {
  server.script({ silent: true }, { silent: true }, { silent: true });
  expect(await failure(client.match.run(match, { timeoutMs: 80 }))).toBeInstanceOf(TimeoutError);
  server.script({ silent: true });
  await client.match.run(match, { attemptTimeoutMs: 300 });
  expect(server.received.length).toBeGreaterThanOrEqual(2);
});

test('the caller’s signal ends a call in work, in a wait and before it began', async () => {
  const reason = new Error('enough');
  server.script({ silent: true });
  const working = new AbortController();
  const call = failure(client.match.run(match, { signal: working.signal }));
  while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  working.abort(reason);
  expect(await call).toBe(reason);
  server.script({ status: 503, headers: { 'retry-after': '60' } });
  const waiting = new AbortController();
  const wait = failure(client.match.run(match, { signal: waiting.signal }));
  while (events.at(-1)?.type !== 'retry') await new Promise((resolve) => setTimeout(resolve, 5));
  waiting.abort(reason);
  expect(await wait).toBe(reason);
  server.script();
  expect(await failure(client.match.run(match, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  expect(server.received).toHaveLength(0);
});

test('the wait is at least what the answer asks for, and the jitter within its bounds', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.option(fc.nat(100)), fc.option(fc.nat(5000)), (retries, seconds, exact) => {
      const headers = seconds === null ? {} : { 'retry-after': String(seconds) };
      const body = errorBody('overloaded', exact === null ? {} : { retry_after_ms: exact });
      const error = new ApiError(new Response(null, { status: 503, headers }), JSON.stringify(body));
      const asked = exact ?? (seconds ?? 0) * 1000;
      const wait = waitBefore(retries, error);
      expect(wait).toBeGreaterThanOrEqual(asked);
      expect(wait).toBeLessThanOrEqual(asked + Math.min(8000, 200 * 2 ** retries));
    }),
  );
});

test('a wait beyond a minute is waited for up to the deadline', () => {
  const body = JSON.stringify(errorBody('overloaded', { retry_after_ms: 3_600_000 }));
  const error = new ApiError(new Response(null, { status: 503, headers: { 'retry-after': '3600' } }), body);
  for (const leftMs of [3_600_001, 3_600_100, 3_700_000]) {
    const wait = waitBefore(5, error, leftMs);
    expect(wait).toBeGreaterThanOrEqual(3_600_000);
    expect(wait).toBeLessThan(leftMs);
  }
  expect(waitBefore(5, error, 3_600_000)).toBeGreaterThanOrEqual(3_600_000);
});

test('Retry-After may be a date', () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
  const response = new Response(null, { status: 503, headers: { 'retry-after': inAnHour } });
  expect(waitBefore(0, new ApiError(response, ''))).toBeGreaterThan(3_500_000);
});

test('the whole answer: data, headers, text and request id', async () => {
  server.script({ headers: { 'x-request-id': 'req_1' }, body: { matches: [] } });
  const { data, response, requestId } = await client.match.run(match).withResponse();
  expect([data, requestId, response.status]).toEqual([{ matches: [] }, 'req_1', 200]);
  expect(await response.text()).toBe('{"matches":[]}');
});

test('a page of a gateway is an error of its own, a body that is cut off one of the connection', async () => {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' };
  server.script(page);
  expect(await failure(client.match.run(match))).toMatchObject({ code: 'unexpected_answer', status: 200 });
  server.script({ body: '{"matches": [' });
  expect(await failure(client.match.run(match, { maxRetries: 0 }))).toBeInstanceOf(ConnectionError);
});

test('a service that is not there', async () => {
  const nowhere = new Counterpart({ apiKey, baseUrl: 'http://127.0.0.1:1', maxRetries: 1 });
  const error = await failure(nowhere.match.run(match));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).not.toContain(apiKey);
});

test('neither logger nor client nor error shows the key; open operations do not send it', async () => {
  server.script(busy, { status: 401, body: errorBody('unauthorized') });
  const error = await failure(client.users.get('ana-secret-id'));
  for (const shown of [events, client, error]) {
    expect(inspect(shown, { depth: 9, showHidden: true })).not.toContain(apiKey);
  }
  expect(JSON.stringify(events)).not.toContain('ana-secret-id');
  expect(events.map(({ type }) => type)).toEqual(['retry', 'failure']);
  server.script();
  await client.service.health();
  await client.downloads.get('https://match.example.com/v1/downloads/token');
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  await client.schema.get();
  expect(server.received.at(-1)!.headers.authorization).toBe(`Bearer ${apiKey}`);
  const refused = await failure(
    (async () => new Counterpart({ apiKey: `${apiKey}\n`, baseUrl: server.url }))(),
  );
  expect(refused).toBeInstanceOf(CounterpartError);
  expect(inspect(refused)).not.toContain(apiKey);
});

test('ids are encoded, and none of them can change the operation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (id) => {
      server.script();
      if (['', '.', '..'].includes(id)) {
        expect(await failure(client.users.get(id))).toBeInstanceOf(CounterpartError);
        expect(server.received).toHaveLength(0);
        return;
      }
      await client.users.get(id);
      expect(decodeURIComponent(server.received[0]!.url)).toBe(`/v1/users/${id}`);
      expect(server.received[0]!.url.split('/')).toHaveLength(4);
    }),
    { examples: [['..'], ['../jobs'], ['a?b#c'], ['%2e%2e']] },
  );
});

test('a list: the first page when awaited, every row when iterated, nothing before', async () => {
  const page = (rows: readonly number[], next_cursor: string | null) => ({
    body: { data: rows, next_cursor, has_more: next_cursor !== null, request_id: 'r' },
  });
  server.script(page([1, 2], 'two'), page([1, 2], 'two'), page([], 'three'), page([3], null));
  const list = client.jobs.list({ limit: 2, kind: 'simulation' });
  expect(server.received).toHaveLength(0);
  expect((await list).data).toEqual([1, 2]);
  const rows: unknown[] = [];
  for await (const row of list) rows.push(row);
  expect(rows).toEqual([1, 2, 3]);
  const cursors = server.received.map(({ url }) => new URL(url, server.url).searchParams.get('cursor'));
  expect(cursors).toEqual([null, null, 'two', 'three']);
});

test('any request, for operations without a method', async () => {
  server.script({ status: 202, body: { fine: true } });
  const request = { method: 'POST', path: '/v1/new', query: { a: 1, b: undefined }, body: { c: 2 } } as const;
  expect(await client.request<{ fine: boolean }>(request)).toEqual({ fine: true });
  expect(server.received[0]).toMatchObject({ method: 'POST', url: '/v1/new?a=1', body: '{"c":2}' });
  expect(server.received[0]!.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  expect(await failure(client.request({ method: 'GET', path: 'new' }))).toBeInstanceOf(CounterpartError);
});

test.each(['ftp://a', 'localhost:8080', 'http://', 'http://a/?q', ''])(
  'baseUrl «%s» is refused',
  (baseUrl) => {
    expect(() => new Counterpart({ apiKey, baseUrl })).toThrow(CounterpartError);
  },
);

test('NDJSON gives the rows however its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (rows, cuts) => {
        const bytes = new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join('\r\n\n'));
        const pieces: Uint8Array[] = [];
        for (let at = 0, n = 0; at < bytes.length; at += cuts[n++ % cuts.length]!) {
          pieces.push(bytes.subarray(at, at + cuts[n % cuts.length]!));
        }
        const read: unknown[] = [];
        for await (const row of ndjson(pieces)) read.push(row);
        expect(read).toEqual(JSON.parse(JSON.stringify(rows)));
      },
    ),
  );
});

test('NDJSON from a Blob and a web stream; a line that is no JSON is named', async () => {
  const blob = new Blob(['{"a":1}\n{"a":', '2}\n']);
  for (const source of [blob, blob.stream()]) {
    const read: unknown[] = [];
    for await (const row of ndjson(source)) read.push(row);
    expect(read).toEqual([{ a: 1 }, { a: 2 }]);
  }
  const faulty = (async () => {
    for await (const _ of ndjson(['{}\n', 'oops\n']));
  })();
  await expect(faulty).rejects.toThrow('line 2');
});

test.each(numberCases)(
  'NDJSON: $text is kept, is an id, or its line is named',
  async ({ text, isKept, id }) => {
    const read = async (line: string) => {
      const rows: unknown[] = [];
      for await (const row of ndjson([`{}\n${line}\n`])) rows.push(row);
      return rows[1];
    };
    const value = read(`{"user_id":"u","fields":{"crm":[${text}]}}`);
    if (isKept) expect(await value).toEqual({ user_id: 'u', fields: { crm: [Number(text)] } });
    else await expect(value).rejects.toThrow('line 2: the number at fields.crm.0 has more digits');
    if (id === text) expect(await read(`{"user_id":${text}}`)).toEqual({ user_id: text });
  },
);

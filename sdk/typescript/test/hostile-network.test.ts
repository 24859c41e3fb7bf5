/**
 * Servers, addresses and inputs that mean ill: stalls, redirects, waits without end, texts that are no header
 * or id.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError, ConnectionError, Counterpart, CounterpartError, TimeoutError } from '../src/index.ts';
import { waitBefore } from '../src/retry.ts';
import { type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

const apiKey = 'cp_live_secretsecretsecretsecret';
const match = { user_id: 'ana', domain: 'dating' };
const reason = new Error('enough');

let server: ScriptedServer;
let elsewhere: ScriptedServer;
let client: Counterpart;

beforeAll(async () => {
  [server, elsewhere] = await Promise.all([startScriptedServer(), startScriptedServer()]);
  client = new Counterpart({ apiKey, baseUrl: server.url });
});
afterAll(() => Promise.all([server.close(), elsewhere.close()]));
beforeEach(() => {
  server.script();
  elsewhere.script();
});
afterEach(() => expect(elsewhere.received.filter(({ headers }) => headers.authorization)).toEqual([]));

const failure = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );
const until = (ready: () => boolean) => expect.poll(ready, { timeout: 30_000 }).toBe(true);

test.each([
  ['no number', 0],
  ['-5', 0],
  ['1.5', 0],
  ['', 0],
  [' 7 ', 7000],
  [new Date(Date.now() - 60_000).toUTCString(), 0],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
])('Retry-After: %s', (value, expected) => {
  const error = new ApiError({ status: 503, headers: new Headers({ 'retry-after': value }) }, '');
  const wait = waitBefore(0, error);
  expect(wait).toBeGreaterThanOrEqual(expected);
  expect(wait).toBeLessThanOrEqual(expected + 200);
});

test.each([
  ['seconds', () => '600'],
  ['a date', () => new Date(Date.now() + 600_000).toUTCString()],
  ['an endless number', () => '9'.repeat(400)],
])('Retry-After beyond the deadline as %s ends the call at once', async (_, value) => {
  server.script({ status: 429, headers: { 'retry-after': value() }, body: 'busy' });
  const error = await failure(client.match.run(match, { timeoutMs: 300_000 }));
  expect(error).toMatchObject({ status: 429, code: 'unexpected_answer' });
  expect(server.received).toHaveLength(1);
});

test('an answer that stalls in its body ends with the attempt, and at last with the call', async () => {
  server.script({ stalled: true, body: { matches: [] } }, ...Array(4).fill({ body: { matches: [1] } }));
  expect(await client.match.run(match, { attemptTimeoutMs: 500 })).toEqual({ matches: [1] });
  server.script(...Array(9).fill({ stalled: true, body: { matches: [] } }));
  expect(await failure(client.match.run(match, { timeoutMs: 100 }))).toBeInstanceOf(TimeoutError);
  server.script(...Array(9).fill({ stalled: true, body: { matches: [] } }));
  const impatient = { attemptTimeoutMs: 50, maxRetries: 1 };
  expect(await failure(client.match.run(match, impatient))).toBeInstanceOf(ConnectionError);
});

test('the caller’s signal ends the reading of an answer, and of a download that was already given', async () => {
  const controller = new AbortController();
  server.script({ stalled: true, body: { matches: [] } });
  const call = failure(client.match.run(match, { signal: controller.signal }));
  await until(() => server.received.length === 1);
  controller.abort(reason);
  expect(await call).toBe(reason);

  const reading = new AbortController();
  server.script({ stalled: true, body: 'x'.repeat(1000) });
  const download = await client.downloads.get('https://a.example/v1/downloads/token', {
    signal: reading.signal,
  });
  const text = failure(download.text());
  reading.abort(reason);
  expect(await text).toBe(reason);
});

test.each([
  ['GET', () => client.users.get('ana')],
  ['POST', () => client.match.run(match)],
  ['DELETE', () => client.users.delete('ana')],
])('a redirected %s is not followed, so the key goes nowhere else', async (_, call) => {
  for (const status of [301, 302, 307, 308]) {
    const redirect = { status, headers: { location: `${elsewhere.url}/v1/users/ana` }, body: '' };
    server.script(redirect, redirect);
    const error = await failure(call());
    expect(error).toMatchObject({ status, code: 'unexpected_answer', message: /redirect/ });
    expect(server.received).toHaveLength(1);
  }
  expect(elsewhere.received).toHaveLength(0);
});

test('a redirected download is followed, without a key', async () => {
  server.script({ status: 302, headers: { location: `${elsewhere.url}/file` } });
  elsewhere.script({ body: 'the file' });
  const answer = await client.downloads.get('https://a.example/v1/downloads/token');
  expect(await answer.text()).toBe('the file');
});

test.each([
  ['', ''],
  ['/', ''],
  ['/v1', ''],
  ['/v1/', ''],
  ['/match/api', '/match/api'],
  ['/match/api//', '/match/api'],
  ['/match/v1', '/match'],
  ['/v1/match', '/v1/match'],
  ['/ü', '/%C3%BC'],
])('baseUrl with the path «%s»', async (path, prefix) => {
  const there = new Counterpart({ apiKey, baseUrl: `${server.url}${path}` });
  await there.users.get('ana');
  await there.service.health();
  expect(server.received.map(({ url }) => url)).toEqual([`${prefix}/v1/users/ana`, `${prefix}/healthz`]);
});

test.each(['http://me:pass-word@a.example', 'http://a b', 'http://[', 'http://a/#x', 'javascript:1'])(
  'baseUrl «%s» is refused and not quoted',
  (baseUrl) => {
    const make = () => new Counterpart({ apiKey, baseUrl });
    expect(make).toThrow(CounterpartError);
    expect(make).not.toThrow(/pass-word/);
  },
);

const injected = 'key\r\nx-injected: 1';
test.each([
  ['idempotency key', () => client.match.run(match, { idempotencyKey: injected })],
  ['empty idempotency key', () => client.match.run(match, { idempotencyKey: '' })],
  ['long idempotency key', () => client.match.run(match, { idempotencyKey: 'k'.repeat(256) })],
  ['header', () => client.match.run(match, { headers: { 'x-own': injected } })],
  ['name of a header', () => client.match.run(match, { headers: { [injected]: '1' } })],
  ['range', () => client.downloads.get('https://a.example/t', { range: injected })],
])('%s that HTTP does not take is refused, unquoted and unsent', async (_, call) => {
  const error = await failure(call());
  expect(error).toBeInstanceOf(CounterpartError);
  expect(String(error)).not.toContain('injected');
  expect(server.received).toHaveLength(0);
});

test.each(['\n', ' ', 'cp_live_ü', '', undefined as never])(
  'an API key that is no header value is refused: %j',
  (key) => {
    expect(() => new Counterpart({ apiKey: key, baseUrl: server.url })).toThrow(CounterpartError);
  },
);

test('the key cannot be replaced by a header', async () => {
  await client.match.run(match, { headers: { Authorization: 'Bearer other', 'X-Request-Id': 'mine' } });
  expect(server.received[0]!.headers).toMatchObject({
    authorization: `Bearer ${apiKey}`,
    'x-request-id': 'mine',
  });
});

test.each([
  ['a/b', 'a%2Fb'],
  ['a\\b', 'a%5Cb'],
  ['../../v1/jobs', '..%2F..%2Fv1%2Fjobs'],
  ['é日本🙂', '%C3%A9%E6%97%A5%E6%9C%AC%F0%9F%99%82'],
  ['e\u0301', 'e%CC%81'],
  ['a\nb', 'a%0Ab'],
  ['%2e%2e', '%252e%252e'],
  ['?domain=x', '%3Fdomain%3Dx'],
])('the id %j is one part of the path', async (id, encoded) => {
  await client.users.get(id, { domain: 'a&b=c' });
  expect(server.received[0]!.url).toBe(`/v1/users/${encoded}?domain=a%26b%3Dc`);
});

test.each(['', '.', '..', '\ud800', 'a\udc00', undefined as never])('the id %j is refused', async (id) => {
  expect(await failure(client.users.get(id))).toBeInstanceOf(CounterpartError);
  expect(await failure(client.users.delete(id))).toBeInstanceOf(CounterpartError);
  expect(server.received).toHaveLength(0);
});

test('calls that ended leave no timer behind that keeps the process alive', async () => {
  const script = `
    const { Counterpart } = await import(${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))});
    const client = new Counterpart({ apiKey: 'cp_live_x', baseUrl: '${server.url}', timeoutMs: 3_600_000 });
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const controller = new AbortController();
    const options = { signal: controller.signal };
    await client.match.run({ user_id: 'ana', domain: 'dating' }, options);
    const download = await client.downloads.get('https://a.example/t', options);
    await download.text();
    const waiting = client.schema.get({}, options).catch(({ message }) => message);
    while (timers() === 0 || !seen()) await new Promise(setImmediate);
    controller.abort(new Error('enough'));
    console.log(JSON.stringify([await waiting, timers()]));
    function seen() { return globalThis.logged; }`;
  const withLogger = script.replace(
    'timeoutMs: 3_600_000',
    "timeoutMs: 3_600_000, logger: ({ type }) => { globalThis.logged = type === 'retry'; }",
  );
  server.script({}, { body: 'file' }, { status: 503, headers: { 'retry-after': '600' } });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', withLogger],
    { timeout: 60_000 },
  );
  expect(JSON.parse(stdout)).toEqual(['enough', 0]);
});

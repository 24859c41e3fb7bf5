/** Signing in to the console: the session, its cookie, and everything that ends it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { housekeeping } from '../../src/platform/jobs/housekeeping.ts';
import { openLines } from '../../src/platform/testing/lines-client.ts';
import { askRaw, openRaw } from '../../src/platform/testing/raw-http.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { type ConsoleClient, consoleClient, ofThePage } from './testing/console-client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const time = { nowMs: Date.parse('2026-06-01T08:00:00.000Z') };
const logged: string[] = [];
let service: ComposedService;
let client: ConsoleClient;

beforeAll(async () => {
  const logger = createLogger('trace', { write: (line) => logged.push(line) });
  service = await composed({ '--job-workers': '0' }, {}, { clock: () => time.nowMs, logger });
}, 60_000);
beforeEach(() => {
  // Every bucket is full again, and every session of the test before has expired.
  time.nowMs += 24 * HOUR_MS;
  client = consoleClient(service);
});
afterAll(() => service?.stop());

const tenant = async () => (await service.accounts.findTenant('main')).tenantId;
const newKey = async (given: { scopes?: string[]; expiresAt?: string; rate?: number } = {}) =>
  service.accounts.createKey(await tenant(), given);
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Changes the database beside the service, as no operation does. */
function inDatabase<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(service.folder, 'counterpart.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const SESSION_COOKIE =
  /^counterpart_session=cp_session_[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Strict; Path=\/console\/api; Max-Age=(\d+)$/;

describe('a sign-in with a key', () => {
  test('answers with the workspace, the scopes and the domains, and sets the cookie', async () => {
    const { key } = await newKey({ scopes: ['read', 'match'] });
    const answer = await client.signIn({ api_key: key });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        tenant: { id: await tenant(), name: 'main' },
        scopes: ['read', 'match'],
        domains: ['dating'],
        member: null,
        workspaces: [],
        expires_at: new Date(time.nowMs + 8 * HOUR_MS).toISOString(),
      },
    ]);
    expect(SESSION_COOKIE.exec(String(answer.headers['set-cookie']))?.[1]).toBe('28800');
    expect(answer.headers['cache-control']).toBe('no-store');
    const again = await client.send('GET', '/session');
    expect([again.statusCode, again.json(), again.headers['set-cookie']]).toEqual([
      200,
      answer.json(),
      undefined,
    ]);
    expect((await client.send('HEAD', '/session')).statusCode).toBe(200);
  });

  test('stores a hash of the token, never the token', async () => {
    await client.signIn({ api_key: service.key });
    const rows = inDatabase((database) => database.prepare('select * from console_sessions').all());
    expect(rows.map((row) => row.hash)).toContain(hashOf(client.cookie));
    expect(JSON.stringify(rows)).not.toContain(client.cookie.slice('cp_session_'.length));
  });

  test('carries Secure where the public address is https', async () => {
    const behindTls = await composed({ '--public-url': 'https://match.example.com', '--job-workers': '0' });
    try {
      const there = consoleClient(behindTls);
      for (const answer of [
        await there.signIn({ api_key: behindTls.key }),
        await there.send('DELETE', '/session'),
      ])
        expect(answer.headers['set-cookie']).toMatch(/; Secure$/);
    } finally {
      await behindTls.stop();
    }
  });

  test('makes a new token always and ends the session that it came with', async () => {
    await client.signIn({ api_key: service.key });
    const first = client.cookie;
    await client.signIn({ api_key: service.key });
    expect(client.cookie).not.toBe(first);
    client.cookie = first;
    expect((await client.send('GET', '/session')).statusCode).toBe(401);
  });

  test('does not take over a token that the attacker chose (fixation)', async () => {
    const attacker = consoleClient(service);
    await attacker.signIn({ api_key: service.key });
    client.cookie = attacker.cookie;
    await client.signIn({ api_key: (await newKey()).key });
    expect(client.cookie).not.toBe(attacker.cookie);
    expect((await attacker.send('GET', '/session')).statusCode).toBe(401);
    client.cookie = `cp_session_${'a'.repeat(43)}`;
    await client.signIn({ api_key: service.key });
    expect(client.cookie).not.toContain('a'.repeat(43));
  });

  test('that fails leaves the session that it came with', async () => {
    await client.signIn({ api_key: service.key });
    expect((await client.signIn({ api_key: `cp_live_${'x'.repeat(32)}` })).statusCode).toBe(401);
    expect((await client.send('GET', '/session')).statusCode).toBe(200);
  });

  test('is refused alike for every wrong key, after the same reads of the store', async () => {
    const expired = await newKey({ expiresAt: new Date(time.nowMs + MINUTE_MS).toISOString() });
    const revoked = await newKey();
    await service.accounts.revokeKey(revoked.stored.keyId);
    time.nowMs += MINUTE_MS;
    const { accounts, sessions } = service.store;
    const reads = [
      vi.spyOn(accounts, 'keyByHash'),
      vi.spyOn(accounts, 'key'),
      vi.spyOn(accounts, 'tenant'),
      vi.spyOn(sessions, 'find'),
      vi.spyOn(sessions, 'create'),
    ];
    const seen: unknown[] = [];
    for (const key of ['x', `cp_live_${'y'.repeat(32)}`, expired.key, revoked.key, 'x'.repeat(512)]) {
      for (const spy of reads) spy.mockClear();
      const answer = await client.signIn({ api_key: key });
      const { request_id: _, ...body } = answer.json();
      seen.push([
        answer.statusCode,
        body,
        answer.headers['set-cookie'],
        reads.map(({ mock }) => mock.calls.length),
      ]);
    }
    for (const spy of reads) spy.mockRestore();
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]).toMatchObject([401, { error: { code: 'unauthorized' } }, undefined, [1, 0, 0, 0, 0]]);
  });

  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['both', { api_key: 'cp_live_SECRET', link: 'cp_link_SECRET' }],
    ['another key', { key: 'cp_live_SECRET' }],
    ['a list', ['cp_live_SECRET']],
    ['a number', { api_key: 12345678 }],
    ['an empty text', { api_key: '' }],
    ['a long text', { api_key: 'SECRET'.repeat(100) }],
  ])('with %s for a body is 400 and repeats none of it', async (_, body) => {
    const answer = await client.send('POST', '/session', body);
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body).not.toMatch(/SECRET|12345678/);
  });

  test('with JSON that is none is 400 and quotes none of it', async () => {
    const { server } = service;
    for (const payload of ['cp_live_SECRET', '{"api_key":"cp_live_SECRET"', '{"api_key":cp_live_SECRET}']) {
      const answer = await server.inject({
        method: 'POST',
        url: '/console/api/session',
        headers: {
          ...ofThePage,
          'content-type': 'application/json',
        },
        payload,
      });
      expect([answer.statusCode, answer.body]).toEqual([400, expect.not.stringMatching(/cp_live|SECRET/)]);
    }
  });

  test('with a large body or another media type is refused unread', async () => {
    const large = await client.signIn({ api_key: 'x'.repeat(5000) });
    expect([large.statusCode, large.json().error.code]).toEqual([413, 'payload_too_large']);
    const form = await client.send('POST', '/session', undefined, {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '9',
    });
    expect(form.statusCode).toBe(415);
  });

  test('is received in pieces, after «100 Continue», and refused where it grows too large', async () => {
    const head = (more: string) =>
      `POST /console/api/session HTTP/1.1\r\nHost: localhost\r\nX-Counterpart-Console: 1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
    const port = await service.port();
    const body = JSON.stringify({ api_key: service.key });
    const patient = await openRaw(port);
    patient.socket.write(head(`Content-Length: ${body.length}\r\nExpect: 100-continue`));
    await expect.poll(() => patient.received()).toContain('100 Continue');
    patient.socket.write(body.slice(0, 10));
    patient.socket.write(body.slice(10));
    expect((await patient.answer()).status).toBe(200);
    // The connection serves on.
    patient.socket.write(
      'GET /console/api/session HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\nConnection: close\r\n\r\n',
    );
    expect((await patient.answer()).status).toBe(401);
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`;
    const large = await askRaw(port, `${head('Transfer-Encoding: chunked')}${chunk}${chunk}0\r\n\r\n`);
    expect([large.status, JSON.parse(large.text).error.code]).toEqual([413, 'payload_too_large']);
  });

  test('is limited by address and in all, and recovers', async () => {
    const wrong = { api_key: 'wrong' };
    const statuses = async (from: ConsoleClient, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => from.signIn(wrong)));
      return answers.map(({ statusCode }) => statusCode);
    };
    const here = consoleClient(service, '192.0.2.1');
    expect(await statuses(here, 60)).toEqual(Array(60).fill(401));
    const refused = await here.signIn(wrong);
    expect([refused.statusCode, refused.json().error.code, refused.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
    // Also with the right key: the bound comes before the check.
    expect((await here.signIn({ api_key: service.key })).statusCode).toBe(429);
    // Addresses of one IPv6 network count together.
    const network = Array.from({ length: 61 }, (_, n) => consoleClient(service, `2001:db8::${n + 1}`));
    const ofNetwork = await Promise.all(network.map((client) => client.signIn(wrong)));
    expect(ofNetwork.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
    for (const last of [2, 3, 4]) await statuses(consoleClient(service, `192.0.2.${last}`), 60);
    const elsewhere = consoleClient(service, '192.0.2.99');
    expect((await elsewhere.signIn(wrong)).json().error.message).not.toContain('this address');
    time.nowMs += MINUTE_MS;
    expect((await here.signIn({ api_key: service.key })).statusCode).toBe(200);
  });
});

describe('a session', () => {
  test('may do what its key may, and no more', async () => {
    const { key, stored } = await newKey({ scopes: ['read'], rate: 7 });
    await client.signIn({ api_key: key });
    const schema = await client.send('GET', '/v1/schema');
    expect([schema.statusCode, schema.headers['ratelimit-policy']]).toEqual([200, '"key";q=14;w=2']);
    const match = await client.send('POST', '/v1/match', { user_id: 'a', domain: 'dating' });
    expect([match.statusCode, match.json().error.code]).toEqual([403, 'forbidden']);
    expect(logged.findLast((line) => line.includes('/v1/match'))).toContain(stored.keyId);
  });

  test('writes, reads and streams as the key does at /v1', async () => {
    await client.signIn({ api_key: service.key });
    const person = { user_id: 'ana/2', domain: 'dating', fields: { age: 30 } };
    expect((await client.send('POST', '/v1/users', person)).statusCode).toBe(200);
    const path = '/v1/users/ana%2F2?domain=dating';
    const { request_id: _, ...record } = (await client.send('GET', path)).json();
    expect(record).toEqual((await service.send(path)).body);
    const lines = await service.server.inject({
      method: 'POST',
      url: '/console/api/v1/users/batch',
      headers: {
        ...ofThePage,
        'content-type': 'application/x-ndjson',
        cookie: `counterpart_session=${client.cookie}`,
      },
      payload: '{"user_id":"ben","domain":"dating"}\n',
    });
    expect(JSON.parse(lines.body.split('\n')[0]!)).toMatchObject({ line: 1, status: 200 });
    expect((await client.send('DELETE', '/v1/users/ana%2F2')).statusCode).toBe(200);
  });

  test('shares the rate of its key', async () => {
    const { key } = await newKey({ rate: 1 });
    await client.signIn({ api_key: key });
    expect((await client.send('GET', '/session')).statusCode).toBe(200);
    const direct = () =>
      service.server.inject({ url: '/v1/schema', headers: { authorization: `Bearer ${key}` } });
    expect((await direct()).statusCode).toBe(200);
    expect((await client.send('GET', '/v1/schema')).statusCode).toBe(429);
    expect((await direct()).statusCode).toBe(429);
  });

  test('counts below /console/api only, and a key does not count there', async () => {
    await client.signIn({ api_key: service.key });
    const cookie = `counterpart_session=${client.cookie}`;
    const { server } = service;
    expect((await server.inject({ url: '/v1/schema', headers: { cookie } })).statusCode).toBe(401);
    expect((await server.inject({ url: '/v1/console/api/v1/schema', headers: { cookie } })).statusCode).toBe(
      404,
    );
    const authorization = `Bearer ${service.key}`;
    for (const path of ['/v1/schema', '/session']) {
      const answer = await server.inject({ url: `/console/api${path}`, headers: { authorization } });
      expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'unauthorized']);
    }
    const asToken = await server.inject({
      url: '/v1/schema',
      headers: { authorization: `Bearer ${client.cookie}` },
    });
    expect(asToken.statusCode).toBe(401);
    const asCookie = await server.inject({
      url: '/console/api/v1/schema',
      headers: { cookie: `counterpart_session=${service.key}` },
    });
    expect(asCookie.statusCode).toBe(401);
  });

  test('ends after eight hours, and housekeeping deletes it', async () => {
    await client.signIn({ api_key: service.key });
    time.nowMs += 8 * HOUR_MS - 1;
    expect((await client.send('GET', '/v1/schema')).statusCode).toBe(200);
    time.nowMs += 1;
    for (const path of ['/session', '/v1/schema'])
      expect((await client.send('GET', path)).statusCode).toBe(401);
    const stored = () => service.store.sessions.find(hashOf(client.cookie));
    expect(await stored()).not.toBeNull();
    await housekeeping(service.store, () => time.nowMs).run({} as never);
    expect(await stored()).toBeNull();
  });

  test('ends with its key: revoked, by another process', async () => {
    const { key, stored } = await newKey();
    await client.signIn({ api_key: key });
    expect((await client.send('GET', '/v1/schema')).statusCode).toBe(200);
    const other = await openStoreAndAccounts({ data: service.folder });
    await other.accounts.revokeKey(stored.keyId);
    await other.close();
    expect((await client.send('GET', '/v1/schema')).statusCode).toBe(401);
    expect(await service.store.sessions.find(hashOf(client.cookie))).toBeNull();
  });

  test('ends with its key: expired, and says so from the start', async () => {
    const { key } = await newKey({ expiresAt: new Date(time.nowMs + HOUR_MS).toISOString() });
    const answer = await client.signIn({ api_key: key });
    expect(SESSION_COOKIE.exec(String(answer.headers['set-cookie']))?.[1]).toBe('3600');
    expect(answer.json().expires_at).toBe(new Date(time.nowMs + HOUR_MS).toISOString());
    time.nowMs += HOUR_MS;
    expect((await client.send('GET', '/v1/schema')).statusCode).toBe(401);
  });

  test('ends when its key loses a scope, and gains none that the key gains', async () => {
    const { key, stored } = await newKey({ scopes: ['read'] });
    const setScopes = (scopes: string[]) =>
      inDatabase((database) => {
        database
          .prepare('update api_keys set scopes = ? where key_id = ?')
          .run(JSON.stringify(scopes), stored.keyId);
        database.exec("update counters set value = value + 1 where name = 'accounts'");
      });
    await client.signIn({ api_key: key });
    setScopes(['read', 'match']);
    const match = await client.send('POST', '/v1/match', { user_id: 'a', domain: 'dating' });
    expect(match.statusCode).toBe(403);
    setScopes(['match']);
    expect((await client.send('GET', '/v1/schema')).json().error.message).toContain('lost a scope');
  });

  test('of another tenant opens nothing here, nor does one of its revoked key', async () => {
    const { tenantId } = await service.accounts.createTenant({
      name: `other ${time.nowMs}`,
      domains: ['dating'],
      email: 'ops@example.com',
    });
    const theirs = await service.accounts.createKey(tenantId, {});
    await client.signIn({ api_key: service.key });
    await client.send('POST', '/v1/users', { user_id: 'private', domain: 'dating' });
    const them = consoleClient(service);
    await them.signIn({ api_key: theirs.key });
    const unknown = await them.send('GET', '/v1/users/private?domain=dating');
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'user_not_found']);
    await service.accounts.revokeKey(theirs.stored.keyId);
    expect((await them.send('GET', '/v1/users/private?domain=dating')).statusCode).toBe(401);
    expect((await client.send('GET', '/v1/users/private?domain=dating')).statusCode).toBe(200);
  });

  test('that ends while lines arrive writes nothing more', async () => {
    await client.signIn({ api_key: service.key });
    const lines = openLines(await service.port(), 'none', {
      path: '/console/api/v1/users/batch',
      headers: { ...ofThePage, cookie: `counterpart_session=${client.cookie}` },
    });
    await lines.send('{"user_id":"first","domain":"dating"}\n');
    expect(await lines.next()).toMatchObject({ line: 1, status: 200 });
    await service.accounts.sessions.signOut([client.cookie]);
    await lines.send('{"user_id":"second","domain":"dating"}\n');
    expect(await lines.next()).toMatchObject({
      next_line: 2,
      status: 401,
      error: { code: 'unauthorized' },
    });
    lines.end();
    expect((await service.send('users/first?domain=dating')).status).toBe(200);
    expect((await service.send('users/second?domain=dating')).status).toBe(404);
  });

  test('notes its last use once a minute', async () => {
    await client.signIn({ api_key: service.key });
    const usedAt = async () => (await service.store.sessions.find(hashOf(client.cookie)))!.usedAtMs;
    const begun = await usedAt();
    time.nowMs += MINUTE_MS - 1;
    await client.send('GET', '/session');
    expect(await usedAt()).toBe(begun);
    time.nowMs += 1;
    await client.send('GET', '/session');
    expect(await usedAt()).toBe(begun + MINUTE_MS);
  });
});

describe('a cookie', () => {
  const withCookie = (cookie: string) =>
    service.server.inject({ url: '/console/api/v1/schema', headers: { cookie } });

  test('that was tampered with, cut, overlong or of no token form is refused', async () => {
    await client.signIn({ api_key: service.key });
    const { cookie } = client;
    const last = cookie.at(-1) === 'A' ? 'B' : 'A';
    for (const value of [
      '',
      cookie.slice(0, -1),
      `${cookie}A`,
      cookie.slice(0, -1) + last,
      cookie.toUpperCase(),
      `"${cookie}"`,
      encodeURIComponent(`${cookie}\0`),
      hashOf(cookie),
      'A'.repeat(8000),
      `${cookie}${' '.repeat(300)}x`,
      `' or 1=1 --`,
    ]) {
      const answer = await withCookie(`counterpart_session=${value}`);
      expect([value.slice(0, 20), answer.statusCode]).toEqual([value.slice(0, 20), 401]);
      if (value !== '') expect(answer.body).not.toContain(value);
    }
    for (const name of ['Counterpart_session', 'xcounterpart_session', 'counterpart_session2'])
      expect((await withCookie(`${name}=${cookie}`)).statusCode).toBe(401);
    expect((await withCookie(`a=b; counterpart_session=${cookie};c`)).statusCode).toBe(200);
  });

  test('that comes twice is refused, whichever is first; a sign-in ends both sessions', async () => {
    await client.signIn({ api_key: service.key });
    const attacker = consoleClient(service);
    await attacker.signIn({ api_key: service.key });
    const pairs = [client.cookie, attacker.cookie].map((token) => `counterpart_session=${token}`);
    for (const both of [pairs.join('; '), pairs.toReversed().join('; ')])
      expect((await withCookie(both)).statusCode).toBe(401);
    const renewed = consoleClient(service);
    await renewed.send('POST', '/session', { api_key: service.key }, { cookie: pairs.join('; ') });
    for (const pair of pairs) expect((await withCookie(pair)).statusCode).toBe(401);
    expect((await renewed.send('GET', '/session')).statusCode).toBe(200);
  });
});

describe('a sign-out', () => {
  test('ends the session in the store and deletes the cookie', async () => {
    await client.signIn({ api_key: service.key });
    const { cookie } = client;
    const answer = await client.send('DELETE', '/session');
    expect([answer.statusCode, answer.body, answer.headers['set-cookie']]).toEqual([
      204,
      '',
      'counterpart_session=; HttpOnly; SameSite=Strict; Path=/console/api; Max-Age=0',
    ]);
    client.cookie = cookie;
    expect((await client.send('GET', '/session')).statusCode).toBe(401);
    // A body says nothing here; some clients send an empty object with every call.
    expect((await client.send('DELETE', '/session', {})).statusCode).toBe(204);
    // Once more, and without a session: the browser forgets the cookie in any case.
    for (const value of [cookie, '', 'nonsense']) {
      client.cookie = value;
      expect((await client.send('DELETE', '/session')).statusCode).toBe(204);
    }
  });

  test('in another process over the same store ends the session here', async () => {
    await client.signIn({ api_key: service.key });
    expect((await client.send('GET', '/v1/schema')).statusCode).toBe(200);
    const other = await openStoreAndAccounts({ data: service.folder }, () => time.nowMs);
    await other.accounts.sessions.signOut([client.cookie]);
    await other.close();
    expect((await client.send('GET', '/v1/schema')).statusCode).toBe(401);
  });
});

describe('a one-time link', () => {
  const newLink = async (scopes?: string[]) => {
    const { stored } = await newKey({ scopes: ['read', 'match'] });
    return { ...(await service.accounts.sessions.makeLink(stored.keyId, scopes)), keyId: stored.keyId };
  };

  test('opens one session, with its scopes', async () => {
    const { token } = await newLink(['read']);
    expect(token).toMatch(/^cp_link_[A-Za-z0-9_-]{43}$/);
    const answer = await client.signIn({ link: token });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { tenant: { name: 'main' }, scopes: ['read'], domains: ['dating'] },
    ]);
    expect((await client.send('GET', '/v1/schema')).statusCode).toBe(200);
    expect((await client.send('POST', '/v1/match', { user_id: 'a', domain: 'dating' })).statusCode).toBe(403);
    expect((await consoleClient(service).signIn({ link: token })).statusCode).toBe(401);
    expect((await consoleClient(service).signIn({ api_key: token })).statusCode).toBe(401);
  });

  test('is stored as a hash alone', async () => {
    const { token } = await newLink();
    const rows = inDatabase((database) => database.prepare('select * from console_links').all());
    expect(rows.map((row) => row.hash)).toContain(hashOf(token));
    expect(JSON.stringify(rows)).not.toContain(token.slice('cp_link_'.length));
  });

  test('works exactly once, however many try at the same time, in two processes', async () => {
    const { token } = await newLink();
    const other = await openStoreAndAccounts({ data: service.folder }, () => time.nowMs);
    const tries = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => consoleClient(service).signIn({ link: token })),
      ...Array.from({ length: 10 }, () => other.accounts.sessions.signIn({ link: token }, [])),
    ]);
    await other.close();
    const opened = tries.filter(
      (one) => one.status === 'fulfilled' && (!('statusCode' in one.value) || one.value.statusCode === 200),
    );
    expect(opened).toHaveLength(1);
    expect(await service.accounts.sessions.list(null)).toHaveLength(1);
  });

  test('is over after ten minutes, and with its key', async () => {
    const { token, expiresAtMs } = await newLink();
    expect(expiresAtMs).toBe(time.nowMs + 10 * MINUTE_MS);
    const other = await newLink();
    await service.accounts.revokeKey(other.keyId);
    expect((await client.signIn({ link: other.token })).statusCode).toBe(401);
    time.nowMs = expiresAtMs;
    const late = await client.signIn({ link: token });
    const unknown = await client.signIn({ link: `cp_link_${'a'.repeat(43)}` });
    const { request_id: _, ...body } = late.json();
    expect([late.statusCode, unknown.json()]).toMatchObject([401, body]);
    await housekeeping(service.store, () => time.nowMs).run({} as never);
    expect(await service.store.sessions.findLink(hashOf(token))).toBeNull();
  });

  test('passes on no scope that its key lacks, and needs a key in force', async () => {
    const { stored } = await newKey({ scopes: ['read'] });
    const { sessions } = service.accounts;
    for (const scopes of [['match'], ['read', 'fly'], []])
      await expect(sessions.makeLink(stored.keyId, scopes)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    await expect(sessions.makeLink('key_none')).rejects.toMatchObject({ code: 'not_found' });
    await service.accounts.revokeKey(stored.keyId);
    await expect(sessions.makeLink(stored.keyId)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a change', () => {
  const send = (
    method: 'POST' | 'DELETE' | 'OPTIONS',
    url: string,
    headers: Readonly<Record<string, string>>,
  ) =>
    service.server.inject({
      method,
      url,
      headers: { cookie: `counterpart_session=${client.cookie}`, ...headers },
      ...(method === 'POST' && { payload: { user_id: 'forged', domain: 'dating' } }),
    });

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['no header of the page', { 'sec-fetch-site': 'same-origin' }],
    ['another value of the header', { ...ofThePage, 'x-counterpart-console': 'true' }],
    ['the header twice', { ...ofThePage, 'x-counterpart-console': '1, 1' }],
    ['Sec-Fetch-Site absent', { 'x-counterpart-console': '1' }],
    ...['cross-site', 'same-site', 'none', 'Same-Origin', 'same-origin, same-origin'].map(
      (site) => [`Sec-Fetch-Site ${site}`, { ...ofThePage, 'sec-fetch-site': site }] as const,
    ),
    [
      'a form of another origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ],
  ])('with %s is 403 and changes nothing', async (_, headers) => {
    await client.signIn({ api_key: service.key });
    for (const [method, path] of [
      ['POST', '/v1/users'],
      ['POST', '/v1/users/batch'],
      ['DELETE', '/v1/users/forged'],
      ['POST', '/session'],
      ['DELETE', '/session'],
      ['DELETE', '/%73ession'],
      ['POST', '/nowhere'],
      ['OPTIONS', '/v1/users'],
    ] as const) {
      const answer = await send(method, `/console/api${path}`, headers);
      expect([path, answer.statusCode, answer.json().error.code]).toEqual([path, 403, 'forbidden']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await client.send('GET', '/session')).statusCode).toBe(200);
    expect((await client.send('GET', '/v1/users/forged?domain=dating')).statusCode).toBe(404);
  });

  test('needs no such header at /v1, where no cookie counts', async () => {
    const answer = await service.send('users', { user_id: 'plain', domain: 'dating' });
    expect(answer.status).toBe(200);
  });
});

test('no log line, metric or error has a key, a token or a link', async () => {
  const { key, stored } = await newKey();
  const { token } = await service.accounts.sessions.makeLink(stored.keyId);
  const link = consoleClient(service);
  await link.signIn({ link: token });
  await client.signIn({ api_key: key });
  const secrets = [key, token, client.cookie, link.cookie].map((one) => one.slice(-30));
  const answers = [
    await client.send('GET', `/v1/users/${client.cookie}?domain=dating`),
    await client.signIn({ link: token }),
    await client.signIn({ api_key: `${key}x` }),
    await client.send('POST', '/session', { api_key: [key] }),
    await client.send('GET', '/session', undefined, { authorization: `Bearer ${key}` }),
  ];
  const broken = vi.spyOn(service.store.sessions, 'find').mockImplementation(async () => {
    throw new Error(`failed for ${client.cookie}, ${token} and ${key}`);
  });
  answers.push(await client.send('GET', '/v1/schema'));
  broken.mockRestore();
  expect(answers.at(-1)!.statusCode).toBe(500);
  const { text } = await service.send('/metrics');
  const errors = answers.slice(1).map(({ body }) => body);
  for (const secret of secrets) {
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
    expect([text, ...errors].filter((one) => one.includes(secret))).toEqual([]);
  }
  expect(logged.some((line) => line.includes('failed for [secret], [secret] and [secret]'))).toBe(true);
});

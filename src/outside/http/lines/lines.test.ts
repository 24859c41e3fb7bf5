/**
 * POST /users/batch as HTTP: order, bounds, both directions at once, and every end of a stream. Services are
 * fakes.
 */
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { apiError } from '../../../contract/errors.ts';
import type { UpsertUserRequest } from '../../../contract/user.ts';
import { openLines, sendLines } from '../../../platform/testing/lines-client.ts';
import { openRaw } from '../../../platform/testing/raw-http.ts';
import { until } from '../../../platform/testing/until.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import {
  type FakeServer,
  fakeAccounts,
  fakeLimits,
  fakeServer,
  keys,
  record,
} from '../testing/http-fakes.ts';

let server: FakeServer;
let port: number;
let metrics: ReturnType<typeof createMetrics>;
let written: UpsertUserRequest[][];

async function start(changes: Partial<ServerDependencies> = {}, write = async () => {}): Promise<void> {
  metrics = createMetrics(undefined, { processFigures: false });
  written = [];
  server = await fakeServer({
    metrics,
    profiles: {
      upsertMany: async (_: unknown, requests: readonly UpsertUserRequest[]) => {
        written.push([...requests]);
        await write();
        return requests.map((each) =>
          each.user_id === 'refused'
            ? apiError('unknown_filter', 'no such filter', { unknown: [], known: [] })
            : record(each.user_id, each.domain),
        );
      },
    } as unknown as ServerDependencies['profiles'],
    ...changes,
  });
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
}
afterEach(() => server.app.close());

const person = (n: number | string) => `${JSON.stringify({ user_id: String(n), domain: 'dating' })}\n`;
const repeating = '/v1/users/batch?repeated=replace';
const figure = async (name: string) =>
  Number(new RegExp(`^counterpart_http_${name} (\\d+)$`, 'm').exec(await metrics.render())?.[1]);

describe('lines', () => {
  test('each line has its answer, in order; a faulty one spoils no other', async () => {
    await start();
    const lines = [
      person(1),
      '{"user_id": 1\n',
      `{"user_id":"x","domain":"dating","nonsense":1}\n`,
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      '\n  \r\n',
      person('refused'),
      '[]\n',
      `{"user_id":"x","domain":"dating","context":"${'x'.repeat(256 * 1024 + 1)}"}\n`,
      `{"a":${'['.repeat(100)}\n`,
      person('last').trimEnd(),
    ];
    const answers = await sendLines(port, keys.all, Buffer.concat(lines.map((line) => Buffer.from(line))));
    expect(answers.map(({ line, status, error, user_id }) => [line, status, error?.code ?? user_id])).toEqual(
      [
        [1, 200, '1'],
        [2, 400, 'invalid_request'],
        [3, 400, 'invalid_request'],
        [4, 400, 'invalid_request'],
        [7, 422, 'unknown_filter'],
        [8, 400, 'invalid_request'],
        [9, 413, 'payload_too_large'],
        [10, 400, 'invalid_request'],
        [11, 200, 'last'],
      ],
    );
    expect(answers[1].error.message).toContain('not valid JSON');
    expect(answers[2].error.details.issues).toEqual([
      { path: 'nonsense', message: expect.stringContaining('unknown key'), in: 'body' },
    ]);
    expect(answers[3].error.message).toContain('not valid UTF-8');
    expect(answers[7].error.message).toContain('64 levels');
  });

  test('a line above the limit of a body is 413, and the lines after it are carried out', async () => {
    await start({ limits: { ...fakeLimits, bodyBytes: 100_000 } });
    const answers = await sendLines(port, keys.all, `${person(1)}${'x'.repeat(3_000_000)}\n${person(3)}`);
    expect(answers.map(({ line, status }) => [line, status])).toEqual([
      [1, 200],
      [2, 413],
      [3, 200],
    ]);
    expect(answers[1].error.details).toEqual({ limit_bytes: 100_000 });
  });

  test('a body of nothing is answered with nothing', async () => {
    await start();
    expect(await sendLines(port, keys.all, '')).toEqual([]);
    expect(await sendLines(port, keys.all, '\n\n')).toEqual([]);
  });

  test('`records=true` answers with records', async () => {
    await start();
    const path = '/v1/users/batch?records=true';
    expect(await sendLines(port, keys.all, person(1), { path })).toEqual([
      { line: 1, status: 200, user_id: '1', record: record('1', 'dating') },
    ]);
  });

  test.each([
    ['the type of other bodies', { 'content-type': 'application/json' }, '', 415, 'unsupported_media_type'],
    ['a compressed body', { 'content-encoding': 'gzip' }, '', 415, 'unsupported_media_type'],
    ['an unknown query parameter', {}, '?nonsense=1', 400, 'invalid_request'],
    ['another value of records', {}, '?records=yes', 400, 'invalid_request'],
    ['a key of wrong length', { 'idempotency-key': 'x'.repeat(300) }, '', 400, 'invalid_request'],
  ])('%s is refused before a line is read', async (_, headers, query, status, code) => {
    await start();
    const client = openLines(port, keys.all, { path: `/v1/users/batch${query}`, headers });
    expect((await client.head).statusCode).toBe(status);
    expect((await client.next()).error.code).toBe(code);
    client.outgoing.destroy();
    expect(written).toEqual([]);
  });

  test('a key without the scope is 403, and other operations take no lines', async () => {
    await start();
    const reader = openLines(port, keys.reader);
    expect((await reader.head).statusCode).toBe(403);
    reader.outgoing.destroy();
    const other = openLines(port, keys.all, { path: '/v1/users' });
    expect((await other.head).statusCode).toBe(415);
    other.outgoing.destroy();
  });

  test('costs the key one request, however many lines it has', async () => {
    await start();
    expect(await sendLines(port, keys.slow, person(1).repeat(500), { path: repeating })).toHaveLength(500);
    const second = openLines(port, keys.slow);
    expect((await second.head).statusCode).toBe(429);
    second.outgoing.destroy();
  });
});

describe('both directions at once', () => {
  test('a client that waits for each answer gets it', async () => {
    await start();
    const client = openLines(port, keys.all);
    for (let n = 1; n <= 20; n++) {
      await client.send(person(n));
      expect(await client.next()).toEqual({ line: n, status: 200, user_id: String(n) });
    }
    client.end();
    expect(await client.next()).toBeUndefined();
  });

  test('the head is there before the first line, also for a client that waits for «100 Continue»', async () => {
    await start();
    const client = openLines(port, keys.all, { headers: { expect: '100-continue' } });
    await once(client.outgoing, 'continue');
    expect((await client.head).headers['content-type']).toBe('application/x-ndjson');
    await client.send(person(1));
    expect((await client.next()).line).toBe(1);
    client.end();
  });

  test('lines that arrive while others are written are written together', async () => {
    const gate = Promise.withResolvers<void>();
    await start({}, () => gate.promise);
    const client = openLines(port, keys.all);
    await client.send(person('first'));
    await until(async () => written.length).toBe(1);
    await client.send(Array.from({ length: 600 }, (_, n) => person(n)).join(''));
    client.end();
    await until(async () => written.length).toBe(2);
    gate.resolve();
    expect(await client.rest()).toHaveLength(601);
    expect(Math.max(...written.map((batch) => batch.length))).toBe(256);
  });

  test('a client that reads nothing is not read from, holds little memory, and is cut', async () => {
    await start({ limits: { ...fakeLimits, answerStallMs: 300 } });
    const connection = await openRaw(port);
    connection.socket.pause();
    connection.socket.write(
      `POST /v1/users/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.all}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    // Lines of two bytes, whose answers have a hundred times their size.
    const lines = '0\n'.repeat(50_000);
    let sent = 0;
    const more = () => {
      while (sent < 400 && !connection.socket.destroyed) {
        sent++;
        if (!connection.socket.write(`${lines.length.toString(16)}\r\n${lines}\r\n`)) return;
      }
    };
    connection.socket.on('drain', more);
    more();
    await connection.closed;
    expect(sent).toBeLessThan(400);
    await until(() => figure('requests_in_flight')).toBe(0);
    await until(() => figure('open_bodies')).toBe(0);
  });
});

describe('ends', () => {
  test('a stop of the server: what was written is answered, and the last line says where to go on', async () => {
    const gate = Promise.withResolvers<void>();
    await start({}, () => gate.promise);
    const client = openLines(port, keys.all);
    await client.send(person(1) + person(2));
    await until(async () => written.flat().length).toBe(2);
    const closed = server.app.close();
    gate.resolve();
    expect(await client.next()).toMatchObject({ line: 1, status: 200 });
    expect(await client.next()).toMatchObject({ line: 2, status: 200 });
    const last = await client.next();
    expect(last).toMatchObject({ next_line: 3, status: 503, error: { code: 'overloaded' } });
    expect(last.error.details.retry_after_ms).toBeGreaterThan(0);
    client.end();
    expect(await client.next()).toBeUndefined();
    await closed;
  });

  test('a body that is slower than the minimum', async () => {
    await start({ limits: { ...fakeLimits, graceMs: 200, minBytesPerSecond: 1000 } });
    const client = openLines(port, keys.all);
    await client.send(person(1));
    expect(await client.next()).toMatchObject({ line: 1, status: 200 });
    expect(await client.next()).toMatchObject({
      next_line: 2,
      status: 408,
      error: { code: 'invalid_request' },
    });
    client.end();
  });

  test('time in which the server works does not count towards the pace', async () => {
    const limits = { ...fakeLimits, graceMs: 1500, minBytesPerSecond: 100 };
    await start({ limits }, () => new Promise((resolve) => setTimeout(resolve, 2000)));
    const client = openLines(port, keys.all);
    for (let n = 1; n <= 2; n++) {
      await client.send(person(n));
      expect(await client.next()).toMatchObject({ line: n, status: 200 });
    }
    client.end();
    expect(await client.next()).toBeUndefined();
  });

  test('more lines than a body may have: a client that sends the rest first can read why', async () => {
    await start({ limits: { ...fakeLimits, linesPerBody: 3 } });
    // Far more than sockets of both sides buffer.
    const answers = await sendLines(port, keys.all, person(1).repeat(200_000), { path: repeating });
    expect(answers.map(({ line, next_line, status }) => [line ?? next_line, status])).toEqual([
      [1, 200],
      [2, 200],
      [3, 200],
      [4, 413],
    ]);
    expect(answers[3].error.details).toEqual({ limit_lines: 3 });
  });

  test('a key that is revoked meanwhile writes nothing more', async () => {
    let isRevoked = false;
    const accounts = fakeAccounts();
    await start({
      accounts: {
        ...accounts,
        authenticate: async (key) => {
          if (isRevoked) throw apiError('unauthorized', 'This key was revoked.');
          return accounts.authenticate(key);
        },
      },
    });
    const client = openLines(port, keys.all);
    await client.send(person(1));
    expect((await client.next()).status).toBe(200);
    isRevoked = true;
    await client.send(person(2));
    expect(await client.next()).toMatchObject({ next_line: 2, status: 401, error: { code: 'unauthorized' } });
    client.end();
    expect(written.flat()).toHaveLength(1);
  });

  test('a store that takes no writes', async () => {
    await start({}, async () => {
      throw apiError('dependency_unavailable', 'disk full', { retry_after_ms: 30_000 });
    });
    const client = openLines(port, keys.all);
    await client.send(`{}\n${person(2)}`);
    expect(await client.next()).toMatchObject({
      next_line: 1,
      status: 503,
      error: { code: 'dependency_unavailable' },
    });
    client.end();
  });

  test('an unexpected error says nothing of its cause, and the log does', async () => {
    await start({}, async () => {
      throw new Error('secret cause');
    });
    const [last] = await sendLines(port, keys.all, person(1));
    expect(last).toMatchObject({ next_line: 1, status: 500, error: { code: 'internal' } });
    expect(JSON.stringify(last)).not.toContain('secret cause');
    expect(JSON.stringify(server.logged)).toContain('secret cause');
  });

  test('a client that disconnects: what is in work is written, and its slots are free', async () => {
    const gate = Promise.withResolvers<void>();
    await start({}, () => gate.promise);
    const client = openLines(port, keys.all);
    await client.send(person(1));
    await until(async () => written.length).toBe(1);
    expect([await figure('open_bodies'), await figure('requests_in_flight')]).toEqual([1, 1]);
    client.outgoing.destroy();
    await until(() => figure('open_bodies')).toBe(0);
    gate.resolve();
    await until(() => figure('requests_in_flight')).toBe(0);
  });
});

describe('slots', () => {
  test('bodies of lines count as open bodies of their key', async () => {
    await start({ limits: { ...fakeLimits, bodiesPerKey: 2 } });
    const clients = [openLines(port, keys.many), openLines(port, keys.many)];
    for (const client of clients) await client.head;
    const third = openLines(port, keys.many);
    expect((await third.head).statusCode).toBe(429);
    expect((await third.next()).error.code).toBe('rate_limited');
    const other = openLines(port, keys.other);
    expect((await other.head).statusCode).toBe(200);
    for (const client of [...clients, other]) {
      client.end();
      expect(await client.next()).toBeUndefined();
    }
    third.outgoing.destroy();
  });
});

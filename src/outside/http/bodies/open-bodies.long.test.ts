/** Slow uploads and slow readers of responses do not hold up other requests. The services are fakes. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { apiError } from '../../../contract/errors.ts';
import { openRaw, type RawConnection } from '../../../platform/testing/raw-http.ts';
import { until } from '../../../platform/testing/until.ts';
import { createDownloadLinks, type DownloadFile } from '../downloads/download-link.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createSealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import {
  callers,
  emptyMatch,
  type FakeServer,
  fakeAccounts,
  fakeLimits,
  fakeServer,
  keys,
} from '../testing/http-fakes.ts';

let server: FakeServer;
let port: number;
let metrics: ReturnType<typeof createMetrics>;
const open: RawConnection[] = [];

async function start(changes: Partial<ServerDependencies> = {}): Promise<void> {
  metrics = createMetrics(undefined, { processFigures: false });
  server = await fakeServer({ metrics, ...changes });
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
}

afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await server.app.close();
});

async function raw(): Promise<RawConnection> {
  const connection = await openRaw(port);
  open.push(connection);
  return connection;
}

const person = JSON.stringify({ user_id: 'a', domain: 'dating' });

const headOf = (key: string, length: number, more = '') =>
  `POST /v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

const post = (key: string, path = '/v1/users') =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: person,
  });

const figure = async (name: string) =>
  Number(new RegExp(`^counterpart_http_${name} (\\d+)$`, 'm').exec(await metrics.render())?.[1]);

describe('530 sockets with one byte of body from one key', () => {
  test('other tenants and other keys are answered meanwhile; the key gets 429', async () => {
    await start({ limits: { ...fakeLimits, inFlight: 512, openBodies: 512, bodiesPerKey: 128 } });
    const slow: RawConnection[] = [];
    for (let n = 0; n < 530; n++) {
      const connection = await raw();
      connection.socket.write(`${headOf(keys.many, 100)}{`);
      slow.push(connection);
    }
    // A body beyond the bound is refused while it is still being sent.
    const refused = await Promise.all(slow.slice(128).map((connection) => connection.answer()));
    expect(refused).toHaveLength(402);
    for (const { status, headers, text } of refused) {
      expect([status, JSON.parse(text).error.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers.connection).toBe('close');
    }
    expect(await figure('open_bodies')).toBe(128);
    expect(await figure('requests_in_flight')).toBe(0);
    for (const key of [keys.other, keys.all]) {
      for (let n = 0; n < 20; n++) expect((await post(key)).status).toBe(200);
    }
    // The key itself is not shut out: only bodies that travel are counted.
    const read = await fetch(`http://127.0.0.1:${port}/v1/users/a`, {
      headers: { authorization: `Bearer ${keys.many}` },
    });
    expect(read.status).toBe(200);
    // One that ends makes room for another.
    const first = slow[0]!;
    first.socket.write(' '.repeat(99 - person.length + 1) + person.slice(1));
    expect((await first.answer()).status).toBe(200);
    const next = await raw();
    next.socket.write(headOf(keys.many, person.length) + person.slice(0, 1));
    await until(() => figure('open_bodies')).toBe(128);
    next.socket.write(person.slice(1));
    expect((await next.answer()).status).toBe(200);
  });

  test('a client that disconnects frees its slot', async () => {
    await start({ limits: { ...fakeLimits, bodiesPerKey: 2 } });
    for (let round = 0; round < 5; round++) {
      const connection = await raw();
      connection.socket.write(`${headOf(keys.all, 100)}{`);
      await until(() => figure('open_bodies')).toBe(1);
      connection.socket.destroy();
      await until(() => figure('open_bodies')).toBe(0);
    }
    expect(await figure('requests_in_flight')).toBe(0);
  });

  test('where all slots for bodies are taken, a tenant above its share is 503 and one below it is served', async () => {
    await start({ limits: { ...fakeLimits, openBodies: 6, bodiesPerKey: 6 } });
    for (let n = 0; n < 6; n++) {
      const connection = await raw();
      connection.socket.write(`${headOf(keys.many, 100)}{`);
    }
    await until(() => figure('open_bodies')).toBe(6);
    // Another key of the same tenant has no slot left, a tenant that holds none has one.
    const mate = await raw();
    mate.socket.write(`${headOf(keys.all, person.length)}{`);
    const refused = await mate.answer();
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([503, 'overloaded']);
    expect(refused.headers['retry-after']).toBe('1');
    for (let n = 0; n < 3; n++) {
      const other = await raw();
      other.socket.write(`${headOf(keys.other, person.length)}{`);
      await until(() => figure('open_bodies')).toBe(7);
      other.socket.write(person.slice(1));
      expect((await other.answer()).status).toBe(200);
      await until(() => figure('open_bodies')).toBe(6);
    }
  });
});

describe('slots in use', () => {
  test('a tenant that holds every slot blocks no other tenant', async () => {
    const gate = Promise.withResolvers<void>();
    await start({
      limits: { ...fakeLimits, inFlight: 4 },
      match: {
        match: async (tenant) => {
          if (tenant === 'ten_a') await gate.promise;
          return emptyMatch;
        },
      },
    });
    const held = Array.from({ length: 4 }, () => post(keys.all, '/v1/match'));
    await until(() => figure('requests_in_flight')).toBe(4);
    const more = await post(keys.all, '/v1/match');
    expect([more.status, more.headers.get('retry-after')]).toEqual([503, '1']);
    for (let n = 0; n < 5; n++) expect((await post(keys.other, '/v1/match')).status).toBe(200);
    gate.resolve();
    for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
    expect((await post(keys.all, '/v1/match')).status).toBe(200);
  });
});

describe('a body that is slower than the minimum', () => {
  const limits = { ...fakeLimits, graceMs: 300, minBytesPerSecond: 100 };

  test('is 408 in our form, and the connection closes', async () => {
    await start({ limits });
    const connection = await raw();
    connection.socket.write(`${headOf(keys.all, 1000)}{`);
    const answer = await connection.answer();
    expect([answer.status, answer.headers.connection]).toEqual([408, 'close']);
    const told = JSON.parse(answer.text);
    expect(told).toMatchObject({
      error: { code: 'invalid_request' },
      request_id: answer.headers['x-request-id'],
    });
    expect(told.error.message).toContain('100 bytes a second');
    await connection.closed;
    expect(await figure('open_bodies')).toBe(0);
  });

  test('is cut also when it began fast', async () => {
    await start({ limits });
    const connection = await raw();
    connection.socket.write(headOf(keys.all, 100_000) + ' '.repeat(90_000));
    expect((await connection.answer()).status).toBe(408);
  });

  test('a body above the minimum rate takes any time: a slow phone is served', async () => {
    await start({ limits: { ...limits, graceMs: 500 } });
    const connection = await raw();
    const body = person.padStart(1500);
    connection.socket.write(headOf(keys.all, body.length));
    // Five times the minimum, for six times the grace time.
    for (let at = 0; at < body.length; at += 25) {
      connection.socket.write(body.slice(at, at + 25));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await connection.answer()).status).toBe(200);
  });

  test('slow headers are 408', async () => {
    await start({ limits });
    const connection = await raw();
    connection.socket.write('POST /v1/users HTTP/1.1\r\nHost: x\r\n');
    const trickle = setInterval(() => connection.socket.write('a: b\r\n'), 100);
    try {
      const answer = await connection.answer();
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([408, 'invalid_request']);
      await connection.closed;
    } finally {
      clearInterval(trickle);
    }
  });
});

describe('an answer that is read slowly', () => {
  const large = 'x'.repeat(12 * 2 ** 20);
  const bigUser = {
    profiles: {
      get: async (_: unknown, user_id: string, domain: string) => ({
        user_id,
        domain,
        schema_version: 'dating.v1',
        fields: {},
        derived: {},
        extras: { large },
        embeddings: {},
        preferences: {},
        places: {},
        missing_required: [],
        provenance: { fields: {}, derived: {}, embeddings: {}, preferences: {} },
        last_enriched_at: null,
        updated_at: '2026-01-01T00:00:00.000Z',
      }),
    },
  } as unknown as Partial<ServerDependencies>;
  const get = `GET /v1/users/a?domain=dating HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.all}\r\n\r\n`;

  test('without an end frees its slot', async () => {
    await start({ ...bigUser, limits: { ...fakeLimits, answerStallMs: 300 } });
    const connection = await raw();
    connection.socket.pause();
    connection.socket.write(get);
    await until(() => figure('requests_in_flight')).toBe(1);
    await until(() => figure('requests_in_flight')).toBe(0);
  });

  test('with progress arrives whole', async () => {
    await start({ ...bigUser, limits: { ...fakeLimits, answerStallMs: 2000, graceMs: 300 } });
    const connection = await raw();
    let received = 0;
    let nextPause = 2 ** 20;
    // A pause after each MiB: together they are longer than the time that one stall may take.
    connection.socket.on('data', (chunk) => {
      received += chunk.length;
      if (received < nextPause) return;
      nextPause += 2 ** 20;
      connection.socket.pause();
      setTimeout(() => connection.socket.resume(), 250);
    });
    connection.socket.write(get);
    await until(() => received).toBeGreaterThan(large.length);
  });

  test('a download is not cut by the rule of bodies', async () => {
    const file = randomBytes(256 * 1024);
    const described = {
      key: 'ten_a/file',
      filename: 'file.bin',
      content_type: 'application/gzip',
      bytes: file.length,
      sha256: '0'.repeat(64),
      expires_at_ms: Number.MAX_SAFE_INTEGER,
    } as DownloadFile;
    const links = createDownloadLinks(createSealer(new Uint8Array(32)));
    await start({
      limits: { ...fakeLimits, graceMs: 100, minBytesPerSecond: 1_000_000 },
      artifacts: {
        addressOf: null,
        stat: async () => ({ bytes: file.length }) as never,
        read: async function* () {
          for (let at = 0; at < file.length; at += 32 * 1024) {
            yield file.subarray(at, at + 32 * 1024);
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        } as never,
      },
    });
    const answer = await fetch(links.urlOf(described, `http://127.0.0.1:${port}`));
    expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
  });
});

describe('a key that ends while the body travels', () => {
  test('writes nothing: 401', async () => {
    let revoked = false;
    await start({
      accounts: {
        ...fakeAccounts(),
        authenticate: async (key) => {
          if (revoked) throw apiError('unauthorized', 'The key was revoked.');
          return callers[key]!;
        },
      },
    });
    const connection = await raw();
    connection.socket.write(headOf(keys.all, person.length) + person.slice(0, 5));
    await until(() => figure('open_bodies')).toBe(1);
    revoked = true;
    connection.socket.write(person.slice(5));
    const answer = await connection.answer();
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([401, 'unauthorized']);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(server.calls).toEqual([]);
  });
});

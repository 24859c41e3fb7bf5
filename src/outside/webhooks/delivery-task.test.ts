/** Receivers that are slow, huge, broken, or lead elsewhere; each is a real server. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import type { TaskContext } from '../../platform/jobs/task.ts';
import { openKafkaProducers } from '../../platform/outbound/kafka/kafka-producers.ts';
import type { AttemptEnd, Delivery, Webhook } from '../../platform/storage/webhook-store.ts';
import { deliveryTask } from './delivery-task.ts';
import { newSecret, signMessage } from './sign-message.ts';

const TENANT = tenantId('ten_a');
const AT = '2026-03-01T12:00:00.000Z';
const NOW = Date.parse(AT);
const producers = openKafkaProducers();
afterAll(() => producers.close());
const servers: Server[] = [];
const destroy: (() => void)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of destroy.splice(0)) end();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listening(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  server.on('connection', (socket) => destroy.push(() => socket.destroy()));
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}
const httpPort = (listener: RequestListener) => listening(createHttpServer(listener));
const answering = (status: number, headers: Record<string, string> = {}) =>
  httpPort((request, response) =>
    request.resume().on('end', () => response.writeHead(status, headers).end()),
  );

interface Given {
  readonly url: string;
  readonly hosts?: readonly string[];
  readonly ageMs?: number;
  readonly signal?: AbortSignal;
  readonly webhook?: Partial<Webhook>;
}

async function deliver({ url, hosts = ['127.0.0.1', 'localhost'], ageMs = 0, signal, webhook }: Given) {
  const delivery: Delivery = {
    ...{ tenantId: TENANT, deliveryId: 'whd_1', webhookId: 'wh_1', status: 'pending', attempts: [] },
    event: { eventId: 'evt_1', type: 'person.erased', at: AT, data: { user_id: 'ana' } },
    ...{ nextAttemptAt: AT, createdAt: AT, finishedAt: null },
  };
  const hook: Webhook = {
    ...{ tenantId: TENANT, webhookId: 'wh_1', url, description: null, events: null, secret: newSecret() },
    ...{ earlierSecret: null, disabledAt: null, disabledBecause: null, createdAt: AT },
    ...webhook,
  };
  const task = deliveryTask({
    webhooks: { delivery: async () => delivery, get: async () => hook },
    allowedHosts: async () => hosts,
    producers,
    clock: () => NOW,
    random: () => 0.5,
  });
  const job = {
    tenantId: TENANT,
    resource: { type: 'webhook_delivery', id: 'whd_1' },
    createdAt: new Date(NOW - ageMs).toISOString(),
  };
  const context = { job, signal: signal ?? new AbortController().signal } as TaskContext;
  const result = await task.run(context);
  const [change] = result.changes ?? [];
  return { end: change?.args[2] as AttemptEnd, againAtMs: result.againAtMs };
}

test('posts a signed event once, by both secrets while one is rotated', async () => {
  const got: { headers: Record<string, unknown>; body: string }[] = [];
  const port = await httpPort(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    got.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  const [secret, earlier] = [newSecret(), newSecret()];
  const earlierSecret = { secret: earlier, untilMs: NOW + 1 };
  const { end, againAtMs } = await deliver({
    url: `http://127.0.0.1:${port}/hook?x=1`,
    webhook: { secret, earlierSecret },
  });
  expect(end).toMatchObject({
    status: 'delivered',
    nextAttemptAt: null,
    attempt: { status: 204, error: null },
  });
  expect(againAtMs).toBeUndefined();
  expect(got).toHaveLength(1);
  const { headers, body } = got[0]!;
  expect(JSON.parse(body)).toEqual({ type: 'person.erased', timestamp: AT, data: { user_id: 'ana' } });
  expect(headers).toMatchObject({
    ...signMessage({ id: 'evt_1', body, atMs: NOW }, [secret, earlier]),
    'content-type': 'application/json',
  });
  await deliver({
    url: `http://127.0.0.1:${port}/`,
    webhook: { secret, earlierSecret: { secret: earlier, untilMs: NOW } },
  });
  expect(String(got[1]!.headers['webhook-signature']).split(' ')).toHaveLength(1);
});

test.each([
  [400, 'status 400'],
  [404, 'status 404'],
  [500, 'status 500'],
])('status %i is tried again', async (status, error) => {
  const { end, againAtMs } = await deliver({ url: `http://127.0.0.1:${await answering(status)}/` });
  expect(end).toMatchObject({ status: 'pending', attempt: { status } });
  expect(end.attempt!.error).toContain(error);
  expect(againAtMs).toBe(NOW + 5000);
  expect(Date.parse(end.nextAttemptAt!)).toBe(againAtMs);
});

test('a requested wait is kept, a day is the end, and 410 ends it at once', async () => {
  const busy = `http://127.0.0.1:${await answering(503, { 'retry-after': '90' })}/`;
  expect((await deliver({ url: busy })).againAtMs).toBe(NOW + 90_000);
  const late = await deliver({ url: busy, ageMs: 23 * 3_600_000 });
  expect(late).toMatchObject({ end: { status: 'failed', attempt: { status: 503 } }, againAtMs: undefined });
  const gone = await deliver({ url: `http://127.0.0.1:${await answering(410)}/` });
  expect(gone.end).toMatchObject({ status: 'failed', disables: expect.stringContaining('410') });
});

test('a redirect is not followed', async () => {
  let reached = 0;
  const inner = await httpPort((_, response) => {
    reached++;
    response.end();
  });
  const port = await answering(307, { location: `http://127.0.0.1:${inner}/` });
  const { end } = await deliver({ url: `http://127.0.0.1:${port}/` });
  expect(end).toMatchObject({ status: 'pending', attempt: { status: 307 } });
  expect(end.attempt!.error).toContain('redirects are not followed');
  expect(reached).toBe(0);
});

test('an answer without end is not read', async () => {
  let sent = 0;
  const port = await httpPort((request, response) => {
    request.resume();
    response.writeHead(200);
    const more = () => {
      sent += 1;
      if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more));
    };
    more();
  });
  const { end } = await deliver({ url: `http://127.0.0.1:${port}/` });
  expect(end.status).toBe('delivered');
  expect(sent).toBeLessThan(1000);
});

test('a receiver that never answers is left after the time limit', async () => {
  const timeout = AbortSignal.timeout;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 200));
  const silent = await listening(createTcpServer(() => {}));
  const { end } = await deliver({ url: `http://127.0.0.1:${silent}/` });
  expect(end).toMatchObject({ status: 'pending', attempt: { status: null } });
  expect(end.attempt!.error).toMatch(/did not answer within/);
});

test('a receiver that closes early, or speaks something else, is tried again', async () => {
  const closing = await listening(createTcpServer((socket) => socket.end()));
  const other = await listening(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
  for (const port of [closing, other]) {
    const { end } = await deliver({ url: `http://127.0.0.1:${port}/` });
    expect(end).toMatchObject({ status: 'pending', attempt: { status: null } });
  }
});

test('a certificate that cannot be trusted is refused', async () => {
  // Without a certificate the handshake fails; the fault is in words.
  const port = await listening(createHttpsServer());
  const { end } = await deliver({ url: `https://localhost:${port}/` });
  expect(end).toMatchObject({ status: 'pending', attempt: { status: null } });
  expect(end.attempt!.error).toMatch(/certificate|broke the connection off/);
});

test.each([
  'http://127.0.0.1:1/',
  'https://127.0.0.1:1/',
  'https://localhost:1/',
  'https://[::1]:1/',
  'https://169.254.169.254/latest/',
  'https://10.0.0.8/',
  'kafka://127.0.0.1:1/events',
  'kafkas://example.com:9093/events',
])('%s is not called unless the host is allow-listed', async (url) => {
  const { end } = await deliver({ url, hosts: [] });
  expect(end).toMatchObject({ status: 'pending', attempt: { status: null } });
  expect(end.attempt!.error).toMatch(/not allowed|private/);
});

test('a broker that is away, silent, or something else is tried again', async () => {
  // Its first load, which belongs to the attempt, takes longer than the time limit here.
  await import('@platformatic/kafka');
  const timeout = AbortSignal.timeout;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 5000));
  const silent = await listening(createTcpServer(() => {}));
  const closing = await listening(createTcpServer((socket) => socket.end()));
  const other = await listening(
    createTcpServer((socket) => socket.on('data', () => socket.write(Buffer.alloc(64, 1)))),
  );
  const away = await listening(createTcpServer());
  await new Promise((resolve) => servers.pop()!.close(resolve));
  // Without a certificate the handshake fails.
  const untrusted = await listening(createHttpsServer());
  const addresses = [silent, closing, other, away].map((port) => `kafka://127.0.0.1:${port}/events`);
  const faults = await Promise.all(
    [...addresses, `kafkas://localhost:${untrusted}/events`].map(async (url) => {
      const { end, againAtMs } = await deliver({ url });
      expect(end).toMatchObject({ status: 'pending', attempt: { status: null } });
      expect(againAtMs).toBeGreaterThan(NOW);
      return end.attempt!.error;
    }),
  );
  expect(faults).toEqual([
    'the broker did not answer within 15000 ms',
    expect.stringMatching(/^the broker /),
    expect.stringMatching(/^the broker /),
    'the broker cannot be reached',
    expect.stringMatching(/certificate|broke the connection off/),
  ]);
});

test('where the worker stops, the attempt at a topic is left to the next one, too', async () => {
  const silent = await listening(createTcpServer(() => {}));
  const stopping = new AbortController();
  const delivered = deliver({ url: `kafka://127.0.0.1:${silent}/events`, signal: stopping.signal });
  setTimeout(() => stopping.abort('stopping'), 50);
  await expect(delivered).rejects.toBe('stopping');
});

test('where the worker stops, the attempt is left to the next one', async () => {
  const silent = await listening(createTcpServer(() => {}));
  const stopping = new AbortController();
  const delivered = deliver({ url: `http://127.0.0.1:${silent}/`, signal: stopping.signal });
  setTimeout(() => stopping.abort('stopping'), 50);
  await expect(delivered).rejects.toBe('stopping');
});

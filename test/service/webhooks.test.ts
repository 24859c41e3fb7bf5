/** Events out, over HTTP: webhooks are made, told, rotated, and their deliveries sent again. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let service: ComposedService;
let receiver: Server;
let url: string;
let status = 204;
let received: Received[] = [];
const made: string[] = [];

beforeAll(async () => {
  service = await composed();
  await allow(['127.0.0.1']);
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}, 60_000);
afterEach(async () => {
  for (const id of made.splice(0)) await call('DELETE', `webhooks/${id}`);
  received = [];
  status = 204;
});
afterAll(async () => {
  await service?.stop();
  receiver?.close();
});

async function allow(memoryHosts: readonly string[]): Promise<void> {
  const { tenantId } = await service.accounts.findTenant('main');
  await service.accounts.setMemoryAccess(tenantId, { memoryHosts, memoryHeader: null });
}

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  key = service.key,
) {
  const answer = await service.server.inject({
    ...{ method, url: `/v1/${path}`, headers: { authorization: `Bearer ${key}` } },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.payload };
}

async function create(request: object = {}) {
  const { status, body } = await call('POST', 'webhooks', { url, ...request });
  expect([status, body.error]).toEqual([200, undefined]);
  made.push(body.id);
  return body as { readonly id: string; readonly secret: string };
}

const deliveries = async (id: string) => (await call('GET', `webhooks/${id}/deliveries`)).body.data;
const settled = (id: string) => async () => {
  const all = await deliveries(id);
  return all.length > 0 && all.every(({ status }: { status: string }) => status !== 'pending');
};
const verified = (secret: string, { headers, body }: Received) => new Webhook(secret).verify(body, headers);

const person = (user_id: string) =>
  service.send('users', { user_id, domain: 'dating', fields: { age: 30, gender: 'woman' } });
const decide = (user_id: string, candidate_id: string) =>
  service.send('feedback', {
    domain: 'dating',
    items: [{ seeker_id: user_id, candidate_id, outcome: 'accepted' }],
  });

test('a mutual match and an erasure are posted, as the standard’s own library verifies', async () => {
  const { id, secret } = await create({ events: ['match.mutual', 'person.erased'] });
  for (const user of ['ana', 'ben']) await person(user);
  await decide('ana', 'ben');
  await decide('ben', 'ana');
  await service.working(settled(id));
  expect(received).toHaveLength(1);
  expect(verified(secret, received[0]!)).toMatchObject({
    type: 'match.mutual',
    data: {
      domain: 'dating',
      people: [
        { user_id: 'ben', label: 'accepted' },
        { user_id: 'ana', label: 'accepted' },
      ],
    },
  });
  expect((await call('DELETE', 'users/ana')).status).toBe(200);
  const left = await deliveries(id);
  expect(left.map(({ type }: { type: string }) => type)).toEqual(['person.erased']);
  await service.working(settled(id));
  expect(verified(secret, received[1]!)).toMatchObject({ type: 'person.erased', data: { user_id: 'ana' } });
  const [erased] = await deliveries(id);
  expect(erased).toMatchObject({ status: 'delivered', payload: null });
  expect(JSON.stringify(await deliveries(id))).not.toContain('ana');
  const again = await call('POST', `webhooks/${id}/deliveries/${erased.id}/replay`);
  expect([again.status, again.body.error.code]).toEqual([409, 'conflict']);
});

test('after a rotation both secrets verify, and none is shown again', async () => {
  const { id, secret } = await create();
  const { body: rotated } = await call('POST', `webhooks/${id}/rotate`);
  expect(Date.parse(rotated.earlier_secret_until)).toBeGreaterThan(Date.now() + 86_000_000);
  await call('POST', `webhooks/${id}/test`);
  await service.working(settled(id));
  for (const valid of [secret, rotated.secret])
    expect(verified(valid, received[0]!)).toMatchObject({ type: 'webhook.test' });
  for (const path of ['webhooks', `webhooks/${id}`, `webhooks/${id}/deliveries`])
    expect((await call('GET', path)).text).not.toContain('whsec_');
});

test('a refused delivery waits, ends with its webhook’s 410, and is sent again when asked', async () => {
  const { id } = await create();
  status = 500;
  const { body: first } = await call('POST', `webhooks/${id}/test`);
  await service.working(async () => (await deliveries(id))[0].attempts.length > 0);
  const [waiting] = await deliveries(id);
  expect(waiting).toMatchObject({ status: 'pending', attempts: [{ status: 500 }] });
  expect(Date.parse(waiting.next_attempt_at)).toBeGreaterThan(Date.now());
  status = 410;
  await service.working(settled(id));
  expect((await call('GET', `webhooks/${id}`)).body).toMatchObject({
    enabled: false,
    disabled_because: expect.stringContaining('410'),
  });
  expect((await call('POST', `webhooks/${id}/test`)).status).toBe(409);
  const { tenantId } = await service.accounts.findTenant('main');
  const filters = { tenantId, action: 'webhook.change' } as const;
  const [audited] = await service.store.audit.page(filters, { before: null, limit: 1 });
  expect(audited).toMatchObject({ target: { id }, details: { enabled: false } });
  status = 204;
  await call('PATCH', `webhooks/${id}`, { enabled: true });
  const { body: replayed } = await call('POST', `webhooks/${id}/deliveries/${first.id}/replay`);
  expect(replayed).toMatchObject({ id: first.id, status: 'pending' });
  await service.working(settled(id));
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([first.event_id]));
  expect((await deliveries(id))[0].attempts.at(-1)).toMatchObject({ status: 204, error: null });
});

describe('refused', () => {
  test.each([
    ['http://example.com/', /not allowed|https/],
    ['https://10.1.2.3/', /private/],
    ['https://[::1]/', /private/],
    ['https://user:word@example.com/', /password/],
    ['ftp://example.com/', /not allowed/],
    ['nonsense', /address/],
    ['kafka://kafka.internal:9092/events', /--memory-host kafka\.internal/],
    ['kafka://127.0.0.1:9092,10.1.2.3:9092/events', /10\.1\.2\.3 is not allowed/],
    ['kafka://user:word@127.0.0.1:9092/events', /password/],
    ['kafka://127.0.0.1/events', /HOST:PORT/],
    ['kafka://127.0.0.1:9092/a b', /topic/],
  ])('the address %s', async (address, message) => {
    const { status, body } = await call('POST', 'webhooks', { url: address });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toMatch(message);
    const { id } = await create();
    expect((await call('PATCH', `webhooks/${id}`, { url: address })).status).toBe(400);
  });

  test.each([
    [{}],
    [{ url: 7 }],
    [{ url: `https://example.com/${'x'.repeat(3000)}` }],
    [{ url: 'https://example.com/', events: [] }],
    [{ url: 'https://example.com/', events: ['everything'] }],
    [{ url: 'https://example.com/', events: ['match.mutual', 'match.mutual'] }],
    [{ url: 'https://example.com/', secret: 'whsec_mine' }],
    [{ url: 'https://example.com/', description: 'x'.repeat(501) }],
  ])('the request %j', async (request) => {
    expect((await call('POST', 'webhooks', request)).status).toBe(400);
  });

  test('another workspace, another scope, unknown ids, and one webhook too many', async () => {
    const { id } = await create();
    await call('POST', `webhooks/${id}/test`);
    const [{ id: delivery }] = await deliveries(id);
    const { tenantId } = await service.accounts.createTenant({
      ...{ name: 'other', domains: ['dating'], email: 'ops@example.com' },
    });
    const { key: other } = await service.accounts.createKey(tenantId, {});
    const { tenantId: own } = await service.accounts.findTenant('main');
    const { key: reader } = await service.accounts.createKey(own, { scopes: ['read', 'write', 'match'] });
    const calls = [
      ['GET', `webhooks/${id}`],
      ['PATCH', `webhooks/${id}`, {}],
      ['DELETE', `webhooks/${id}`],
      ['POST', `webhooks/${id}/rotate`],
      ['POST', `webhooks/${id}/test`],
      ['GET', `webhooks/${id}/deliveries`],
      ['POST', `webhooks/${id}/deliveries/${delivery}/replay`],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await call(method, path, body, other);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, 'webhook_not_found']);
      expect((await call(method, path, body, reader)).status).toBe(403);
    }
    expect((await call('GET', 'webhooks', undefined, other)).body.data).toEqual([]);
    const unknown = await call('POST', `webhooks/${id}/deliveries/whd_none/replay`);
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'delivery_not_found']);
    for (let n = (await call('GET', 'webhooks')).body.data.length; n < 20; n++) await create();
    expect((await call('POST', 'webhooks', { url })).status).toBe(409);
  });
});

test('a topic of an allow-listed broker is taken, and not any more when it is not listed', async () => {
  const topic = 'kafka://127.0.0.1:1/events';
  const { id } = await create({ events: ['job.finished'] });
  const changed = await call('PATCH', `webhooks/${id}`, { url: topic });
  expect([changed.status, changed.body.url]).toEqual([200, topic]);
  const { id: made } = await create({ url: 'kafkas://127.0.0.1:9093,127.0.0.1:9094/events' });
  expect((await call('GET', `webhooks/${made}`)).body.url).toMatch(/^kafkas:/);
  await call('POST', `webhooks/${id}/test`);
  const attempted = (count: number) => async () => (await deliveries(id))[0].attempts.length >= count;
  await service.working(attempted(1));
  expect((await deliveries(id))[0]).toMatchObject({
    status: 'pending',
    attempts: [{ status: null, error: 'the broker cannot be reached' }],
  });
  await allow([]);
  try {
    await service.working(attempted(2));
    expect((await deliveries(id))[0].attempts[1].error).toMatch(/--memory-host/);
  } finally {
    await allow(['127.0.0.1']);
  }
});

test('a change names what it changes, and deliveries come by page and status', async () => {
  const { id } = await create({ description: 'chat' });
  const changed = await call('PATCH', `webhooks/${id}`, { events: ['job.finished'], description: null });
  expect(changed.body).toMatchObject({ events: ['job.finished'], description: null, enabled: true, url });
  for (let n = 0; n < 3; n++) await call('POST', `webhooks/${id}/test`);
  const { body: page } = await call('GET', `webhooks/${id}/deliveries?limit=2&status=pending`);
  expect(page).toMatchObject({ has_more: true, data: [{ type: 'webhook.test' }, {}] });
  const cursor = encodeURIComponent(page.next_cursor);
  const next = await call('GET', `webhooks/${id}/deliveries?limit=2&status=pending&cursor=${cursor}`);
  expect(next.body.data).toHaveLength(1);
  expect((await call('GET', `webhooks/${id}/deliveries?cursor=${cursor}`)).status).toBe(400);
  await call('PATCH', `webhooks/${id}`, { enabled: false });
  expect(await settled(id)()).toBe(true);
});

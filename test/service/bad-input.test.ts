/**
 * Sends every invalid request to the whole service over a real port. Each gets the status and code of the
 * contract, the error body and a request id, never 500, and stores nothing. What the OpenAPI document says is
 * drawn from it, for every operation; the table has what no schema can say. Both are data, below
 * `bad-input/`.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/composition/compose-service.ts';
import { ErrorBody } from '../../src/contract/common.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { rulesBroken } from '../../src/outside/http/testing/message-rules.ts';
import { isIssueOf } from '../../src/outside/http/testing/wrong-requests.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';
import { badDatasets, seedDatasets } from './bad-input/bad-datasets.ts';
import { badEarlier } from './bad-input/bad-earlier.ts';
import { badGeneration, seedGeneration } from './bad-input/bad-generation.ts';
import { badHttp } from './bad-input/bad-http.ts';
import { badLearning } from './bad-input/bad-learning.ts';
import { badMatches } from './bad-input/bad-match.ts';
import { badModels, seedModels } from './bad-input/bad-models.ts';
import type { BadRequest, KeyName } from './bad-input/bad-request.ts';
import { badTokenizers, seedTokenizers } from './bad-input/bad-tokenizers.ts';
import { badIntake } from './bad-input/bad-users.ts';
import { drawnRequests } from './bad-input/drawn-requests.ts';

const table: readonly BadRequest[] = [
  ...badHttp,
  ...badIntake,
  ...badMatches,
  ...badLearning,
  ...badDatasets,
  ...badModels,
  ...badGeneration,
  ...badTokenizers,
  ...badEarlier,
];

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'));
/** Requests that the schemas of an operation refuse, by method and path. */
const drawn = Map.groupBy(drawnRequests(document), ({ name }) => name.slice(0, name.indexOf(':')));

const folder = temporaryFolder();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let service: Service;
/** Counts rows that no interface lists. */
let side: DatabaseSync;
let port: number;
const keys = new Map<KeyName, string>([['unknown', `cp_live_${'A'.repeat(27)}`]]);

beforeAll(async () => {
  const settings = readSettings({}, ['--data', folder.path, '--port', '0', '--body-limit', String(2 ** 20)]);
  service = await composeService(settings, createLogger('silent'));
  side = new DatabaseSync(join(folder.path, 'counterpart.sqlite'), { readOnly: true });
  const { accounts } = service;
  const email = 'ops@example.com';
  const main = await accounts.createTenant({ name: 'main', domains: ['dating', 'hiring'], email });
  const other = await accounts.createTenant({ name: 'other', domains: ['dating'], email });
  const rate = { rate: 1_000_000, burst: 1_000_000 };
  const make = async (name: KeyName, tenant = main, more: object = {}) => {
    const made = await accounts.createKey(tenant.tenantId, { ...rate, ...more });
    keys.set(name, made.key);
    return made.stored;
  };
  await make('main');
  await make('reader', main, { scopes: ['read'] });
  await make('matcher', main, { scopes: ['match'] });
  await make('other', other);
  await make('expired', main, { expiresAt: new Date(Date.now() + 50).toISOString() });
  await accounts.revokeKey((await make('revoked')).keyId);
  keys.set('operator', (await accounts.createOperatorKey(rate)).key);
  port = Number(new URL(await service.server.listen({ port: 0, host: '127.0.0.1' })).port);
  await seed();
  await seedDatasets(service.store, main.tenantId, other.tenantId);
  await seedTokenizers(service.store, main.tenantId, other.tenantId);
  await seedModels(service.store, main.tenantId, other.tenantId);
  await seedGeneration(service.store, main.tenantId, other.tenantId);
  await new Promise((resolve) => setTimeout(resolve, 60));
}, 60_000);

afterAll(async () => {
  agent.destroy();
  side?.close();
  await service?.close();
  folder.remove();
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** By hand, because every other client would tidy the address. */
async function send({
  method,
  path,
  key = 'main',
  headers,
  body,
}: Omit<BadRequest, 'name' | 'status' | 'code'>) {
  const bytes = bodyBytes(body);
  const secret = keys.get(key);
  const outgoing = httpRequest({
    agent,
    port,
    method,
    path,
    headers: {
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': bytes.length }),
      ...headers,
    },
  });
  const answered = once(outgoing, 'response');
  // A server that refuses a large body may hang up while it is still being sent.
  outgoing.on('error', () => {});
  outgoing.end(bytes);
  const [incoming] = await answered;
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return { status: incoming.statusCode, headers: incoming.headers, text } as Answer;
}

function bodyBytes(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  return Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function seed(): Promise<void> {
  const fields = { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
  for (const [user_id, given] of Object.entries({
    ana: fields,
    bob: { ...fields, gender: 'man' },
    placeless: { age: 30, gender: 'man' },
  })) {
    const answer = await send({
      method: 'POST',
      path: '/v1/users',
      body: { user_id, domain: 'dating', fields: given },
    });
    expect(answer.status).toBe(200);
  }
}

let lastStored: unknown;

/** The state before a request is the state after the last one. */
async function storedBefore(): Promise<unknown> {
  const before = lastStored ?? (await stored());
  lastStored = undefined;
  return before;
}

async function expectNothingStored(before: unknown): Promise<void> {
  expect(await stored()).toEqual(before);
  lastStored = before;
}

/** Changes with anything that is written for or about people, jobs, datasets, keys and files. */
async function stored(): Promise<unknown> {
  const { store, accounts } = service;
  const tenants = await accounts.listTenants();
  const rows = await Promise.all(
    tenants.flatMap((tenant) =>
      tenant.domains.map(({ domain }) => store.profiles.count(tenant.tenantId, domain)),
    ),
  );
  const items = await Promise.all(
    tenants.map((tenant) => store.profiles.contextItems(tenant.tenantId, 'dating', 'fresh', 10)),
  );
  const count = (table: string) => side.prepare(`select count(*) as n from ${table}`).get()?.n;
  return {
    sequences: [...(await store.profiles.lastSequences())],
    accounts: await store.accounts.accountsVersion(),
    rows,
    items: items.map((found) => found.length),
    tables: ['idempotency_keys', 'datasets', 'models', 'simulations', 'tokenizers'].map(count),
    jobs: await store.jobs.list(null, { before: null, limit: 1000 }),
    files: (await readdir(folder.path, { recursive: true })).filter((name) => !/\.sqlite/.test(name)).sort(),
  };
}

test('the table is large, its names are unique, and it covers every endpoint', () => {
  expect(table.length).toBeGreaterThanOrEqual(150);
  const seen = table.map(({ name, path, key }) => `${name} ${path} ${key}`);
  expect(seen.filter((name, at) => seen.indexOf(name) !== at)).toEqual([]);
});

test('seeded resources are found, so no refusal is for want of a service', async () => {
  for (const [method, path, body] of [
    ['GET', '/v1/users/ana', undefined],
    ['GET', '/v1/schema', undefined],
    ['POST', '/v1/match', { user_id: 'ana', domain: 'dating' }],
    ['GET', '/v1/datasets/ds_open', undefined],
    ['GET', '/v1/jobs/job_done', undefined],
    ['GET', '/v1/models/model_ready', undefined],
    ['GET', '/v1/simulations/sim_1', undefined],
    ['GET', '/v1/jobs?kind=dataset_import&status=succeeded', undefined],
  ] as const) {
    expect((await send({ method, path, body })).status).toBe(200);
  }
});

describe('is refused', () => {
  test.each(table.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const before = await storedBefore();
    expectRefused(row, await send(row));
    await expectNothingStored(before);
  });
});

describe('every operation refuses what its description does not allow', () => {
  test.each([...drawn])('%s', async (_, rows) => {
    const before = await storedBefore();
    for (const row of rows) expectRefused(row, await send(row));
    await expectNothingStored(before);
  });
});

function expectRefused(row: BadRequest, answer: Answer): void {
  const told = JSON.parse(answer.text);
  expect({
    name: row.name,
    status: answer.status,
    code: told.error?.code,
    message: told.error?.message,
  }).toEqual({
    name: row.name,
    status: row.status,
    code: row.code,
    message: expect.stringMatching(/\S/),
  });
  expect(ErrorBody.parse(told)).toEqual(told);
  expect(told.request_id).toBe(answer.headers['x-request-id']);
  expect(answer.headers['content-type']).toContain('application/json');
  if (row.status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
  else if (row.status !== 404 || row.code !== 'not_found') expectRate(row, answer);
  if (row.status === 405) expect(answer.headers.allow).toMatch(/[A-Z]/);
  expectPlace(row, told.error.details);
  for (const message of messagesOf(told.error))
    expect([message, rulesBroken(message)]).toEqual([message, []]);
}

function messagesOf(error: { readonly message: string; readonly details: object }): readonly string[] {
  const { issues = [] } = error.details as { issues?: readonly { readonly message: string }[] };
  return [error.message, ...issues.map(({ message }) => message)];
}

function expectRate({ status }: BadRequest, { headers }: Answer): void {
  if (status === 405) return;
  expect(headers['ratelimit-policy']).toMatch(/^"[^"]+";q=\d+;w=\d+$/);
  expect(headers.ratelimit).toMatch(/^"[^"]+";r=\d+;t=\d+$/);
}

function expectPlace(
  { name, code, at, field }: BadRequest,
  details: { issues?: { path: string; message: string }[] },
): void {
  if (field !== undefined) {
    const { issues = [] } = details;
    expect([name, issues, issues.some((issue) => isIssueOf(field, issue))]).toEqual([name, issues, true]);
  }
  if (code === 'invalid_request') {
    expect(details.issues?.length).toBeGreaterThan(0);
    if (at !== undefined) expect(details.issues?.map(({ path }) => path)).toContain(at);
  } else if (at !== undefined) {
    expect(JSON.stringify(details)).toContain(at);
  }
}

describe('bytes that are not HTTP', () => {
  test.each([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n', 400],
    [
      'a body of two lengths',
      'POST /v1/users HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'length and chunks',
      'POST /v1/users HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a header of 40 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s is answered with our error body', async (_, bytes, status) => {
    const before = await storedBefore();
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.write(bytes);
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) text += chunk;
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    const told = JSON.parse(body);
    expect(told.error.code).toBe('invalid_request');
    expect(head).toContain(`X-Request-Id: ${told.request_id}`);
    await expectNothingStored(before);
  });
});

describe('a body that ends too early', () => {
  test.each([
    ['before its length', 'Content-Length: 500\r\n\r\n{"name":"n","items":['],
    ['in a chunk', 'Transfer-Encoding: chunked\r\n\r\n1ff\r\n{"name":"n","items":['],
    ['after a chunk', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n'],
  ])('%s leaves nothing behind', async (_, rest) => {
    const before = await storedBefore();
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    const head = `POST /v1/datasets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${keys.get('main')}`;
    socket.end(`${head}\r\nContent-Type: application/json\r\nIdempotency-Key: key-truncated\r\n${rest}`);
    let text = '';
    for await (const chunk of socket.setEncoding('utf8')) text += chunk;
    // The service need not answer a closed connection; if it does, it refuses.
    if (text !== '') expect(text).toMatch(/^HTTP\/1\.1 400 [\s\S]*"invalid_request"/);
    await expectNothingStored(before);
  });
});

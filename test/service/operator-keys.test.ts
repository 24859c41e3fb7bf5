/** Keys of the operator: their form, their limits, and everything that ends them. */
import { readFileSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { tenantScopes } from '../../src/platform/storage/store.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { consoleClient } from './testing/console-client.ts';
import { runHere } from './testing/run-cli.ts';

const DAY_MS = 86_400_000;
const time = { nowMs: Date.parse('2026-06-01T08:00:00.000Z') };
const logged: string[] = [];
let service: ComposedService;
let key: string;
let keyId: string;

beforeAll(async () => {
  const logger = createLogger('trace', { write: (line) => logged.push(line) });
  service = await composed({ '--job-workers': '0' }, {}, { clock: () => time.nowMs, logger });
}, 60_000);
beforeEach(async () => {
  time.nowMs += DAY_MS;
  const { key: made, stored } = await service.accounts.createOperatorKey({ rate: 1000, burst: 1000 });
  [key, keyId] = [made, stored.keyId];
});
afterAll(() => service?.stop());

type Method = 'GET' | 'POST' | 'DELETE';

interface Described {
  readonly method: Method;
  readonly path: string;
  readonly scopes: readonly string[];
}

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { 'x-scope'?: string | string[]; security?: unknown }>>;
};
/** Operations that need a key. */
const operations: readonly Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => security === undefined)
    .map(([method, described]) => ({
      method: method.toUpperCase() as Method,
      path: path.replaceAll(/\{[^}]+\}/g, 'x'),
      scopes: [described['x-scope'] ?? []].flat(),
    })),
);
const isOperators = ({ scopes }: Described) => scopes.includes('operator');

function ask({ method, path }: Pick<Described, 'method' | 'path'>, bearer: string) {
  return service.server.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${bearer}` },
    ...(method === 'POST' && { payload: {} }),
  });
}

const outcome = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().error?.code];

describe('what an operator’s key may not do', () => {
  test.each(operations.filter((operation) => !isOperators(operation)))('$method $path', async (operation) => {
    expect(outcome(await ask(operation, key))).toEqual([403, 'forbidden']);
  });
});

describe('what a key of a tenant with every scope may not do', () => {
  const below = ['/v1/admin/', '/v1/experiments'];
  test.each(operations.filter(({ path }) => below.some((start) => path.startsWith(start))))(
    '$method $path',
    async (operation) => {
      expect(operation.scopes).toEqual(['operator']);
      expect(outcome(await ask(operation, service.key))).toEqual([403, 'forbidden']);
      const unknown = `cp_live_${'x'.repeat(32)}`;
      expect(outcome(await ask(operation, unknown))).toEqual([401, 'unauthorized']);
    },
  );

  test('hold the scope', async () => {
    const { tenantId } = await service.accounts.findTenant('main');
    for (const scopes of [['operator'], [...tenantScopes, 'operator']]) {
      await expect(service.accounts.createKey(tenantId, { scopes })).rejects.toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ path: 'scopes', message: expect.stringContaining('--operator') }] },
      });
    }
    const { stored } = await service.accounts.createKey(tenantId, {});
    expect(stored.scopes).toEqual(tenantScopes);
  });
});

test('a tenant called «operator» is no operator', async () => {
  const { tenantId } = await service.accounts.createTenant({
    name: 'operator',
    domains: 'all',
    email: 'a@b.example',
  });
  const { key: theirs } = await service.accounts.createKey(tenantId, {});
  expect(outcome(await ask({ method: 'GET', path: '/v1/jobs' }, theirs))).toEqual([200, undefined]);
  const listed = await service.accounts.listKeys(tenantId);
  expect(listed.map((key) => key.keyId)).not.toContain(keyId);
});

describe('an operator’s key', () => {
  const jobs = { method: 'GET', path: '/v1/jobs' } as const;

  test('is logged by its id, with a word in place of a tenant', async () => {
    logged.length = 0;
    await ask(jobs, key);
    const line = JSON.parse(logged.at(-1)!);
    expect(line).toMatchObject({ tenant: 'operator', key_id: keyId, route: '/v1/jobs', status: 403 });
    expect(logged.join('')).not.toContain(key);
  });

  test('ends when it is revoked', async () => {
    await service.accounts.revokeKey(keyId);
    expect(outcome(await ask(jobs, key))).toEqual([401, 'unauthorized']);
  });

  test('ends when it expires', async () => {
    const expiresAt = new Date(time.nowMs + DAY_MS).toISOString();
    const { key: shortLived } = await service.accounts.createOperatorKey({ expiresAt });
    expect(outcome(await ask(jobs, shortLived))).toEqual([403, 'forbidden']);
    time.nowMs += DAY_MS;
    expect(outcome(await ask(jobs, shortLived))).toEqual([401, 'unauthorized']);
  });
});

describe('a session of an operator', () => {
  test('has no workspace, and can do what its key can', async () => {
    const client = consoleClient(service);
    const answer = await client.signIn({ api_key: key });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        tenant: null,
        scopes: ['operator'],
        domains: [],
        member: null,
        workspaces: [],
        expires_at: new Date(time.nowMs + DAY_MS / 3).toISOString(),
      },
    ]);
    expect((await client.send('GET', '/session')).json()).toEqual(answer.json());
    expect(outcome(await client.send('GET', '/v1/jobs'))).toEqual([403, 'forbidden']);
    await service.accounts.revokeKey(keyId);
    expect(outcome(await client.send('GET', '/session'))).toEqual([401, 'unauthorized']);
  });

  test('begins with a link, is listed, and is ended by the operator', async () => {
    const { token } = await service.accounts.sessions.makeLink(keyId);
    const client = consoleClient(service);
    expect((await client.signIn({ link: token })).json()).toMatchObject({ tenant: null });
    const listed = await service.accounts.sessions.list(null);
    expect(listed.map((session) => session.keyId)).toContain(keyId);
    expect(await service.accounts.sessions.endAllOf(keyId)).toBe(1);
    expect(outcome(await client.send('GET', '/session'))).toEqual([401, 'unauthorized']);
  });

  test('passes on no scope that its key lacks', async () => {
    await expect(service.accounts.sessions.makeLink(keyId, ['read'])).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('the command line', () => {
  const run = (...args: readonly string[]) => runHere(service.folder, 'keys', ...args);

  test.each([['--operator'], ['--scopes', 'operator'], ['--operator', '--scopes', 'operator']])(
    'makes a key of the operator with %s %s %s %s',
    async (...flags) => {
      const made = JSON.parse((await run('create', ...flags, '--json')).stdout);
      expect(made).toMatchObject({ tenant_id: null, scopes: ['operator'] });
      expect(outcome(await ask({ method: 'GET', path: '/v1/jobs' }, made.key))).toEqual([403, 'forbidden']);
      expect((await run('list')).stdout).toMatch(new RegExp(`${made.id} +\\(operator\\) +operator `));
      expect(JSON.parse((await run('list', '--json')).stdout)).toContainEqual(
        expect.objectContaining({ id: made.id, tenant_id: null }),
      );
      expect(await run('end-sessions', made.id)).toMatchObject({ code: 0 });
      const link = await runHere(service.folder, 'console-link', made.id);
      expect(link.stdout).toContain('#link=cp_link_');
      expect(await run('revoke', made.id)).toMatchObject({ code: 0 });
    },
  );

  test.each([
    [[], /Give either --tenant NAME, or --operator/],
    [['--operator', '--tenant', 'main'], /belongs to no tenant/],
    [['--operator', '--scopes', 'read'], /has no other scope/],
    [['--scopes', 'operator,read'], /has no other scope/],
    [['--scopes', 'operator', '--tenant', 'main'], /belongs to no tenant/],
  ])('refuses %j', async (flags, message) => {
    const refused = await run('create', ...flags);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(message);
  });
});

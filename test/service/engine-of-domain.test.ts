/** The engine of a domain, set by the operator over HTTP: what is refused changes nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let operator: string;
let url: string;

beforeAll(async () => {
  service = await composed({ '--job-workers': '0' });
  operator = (await service.accounts.createOperatorKey({ rate: 1000, burst: 1000 })).key;
  url = `/v1/admin/tenants/${(await service.accounts.findTenant('main')).tenantId}`;
  await service.send('users', { user_id: 'ana', domain: 'dating', fields: { age: 30 } });
}, 60_000);
beforeEach(async () => {
  await change({ engines: { dating: 'memory' }, fair_exposure: { dating: null } });
});
afterAll(() => service?.stop());

async function ask(method: 'GET' | 'POST', payload?: object, key = operator) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await service.server.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const change = (payload: object, key?: string) => ask('POST', payload, key);
const engine = async () => (await ask('GET')).body.domains[0].engine;

test.each([
  ['an engine that does not exist', { dating: 'elsewhere' }, 400, 'invalid_request'],
  ['none', { dating: null }, 400, 'invalid_request'],
  ['a text in place of a list', 'opensearch', 400, 'invalid_request'],
  ['a name that no domain has', { 'No Domain': 'opensearch' }, 400, 'invalid_request'],
  [
    'a domain that the tenant has not',
    { dating: 'opensearch', hiring: 'opensearch' },
    404,
    'domain_not_found',
  ],
])('%s is refused', async (_, engines, status, code) => {
  expect(await change({ engines })).toMatchObject({ status, body: { error: { code } } });
  expect(await engine()).toBe('memory');
});

test('a key of the tenant is refused', async () => {
  expect((await change({ engines: { dating: 'opensearch' } }, service.key)).status).toBe(403);
  expect(await engine()).toBe('memory');
});

test('fair exposure and a search engine exclude each other, in either order and together', async () => {
  const rule = { fair_exposure: { dating: { capacity: 20 } } };
  const outside = { engines: { dating: 'opensearch' } };
  const refused = { status: 400, body: { error: { code: 'invalid_request' } } };
  expect(await change({ ...rule, ...outside })).toMatchObject(refused);
  expect(await engine()).toBe('memory');
  expect((await change(rule)).status).toBe(200);
  expect(await change(outside)).toMatchObject(refused);
  expect((await change({ fair_exposure: { dating: null }, ...outside })).status).toBe(200);
  expect(await change(rule)).toMatchObject(refused);
  expect(await engine()).toBe('opensearch');
});

test('a server without a search engine says so, and matches again once the domain is back in memory', async () => {
  expect((await change({ engines: { dating: 'opensearch' } })).status).toBe(200);
  const asked = { user_id: 'ana', domain: 'dating' };
  const { status, body } = await service.send('match', asked);
  expect([status, body.error.code]).toEqual([503, 'dependency_unavailable']);
  expect(body.error.message).toContain('OPENSEARCH_URL');
  expect((await change({ engines: { dating: 'memory' } })).status).toBe(200);
  expect((await service.send('match', asked)).status).toBe(200);
});

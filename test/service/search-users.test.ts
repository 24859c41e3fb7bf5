/** People are found from the next search on after every way of writing, and no search crosses a workspace. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let stranger: string;
let matcher: string;

beforeAll(async () => {
  service = await composed({}, { jobWorkers: 0 });
  const other = { name: 'other', domains: ['dating'], email: 'ops@example.com' };
  const { tenantId } = await service.accounts.createTenant(other);
  stranger = (await service.accounts.createKey(tenantId, {})).key;
  const [own] = (await service.accounts.listTenants()).filter(({ name }) => name === 'main');
  matcher = (await service.accounts.createKey(own!.tenantId, { scopes: ['match'] })).key;
}, 60_000);
afterAll(() => service?.stop());

const person = (user_id: string, location: string, fields: object = {}) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender: 'woman', location, ...fields },
});
const search = (body: object, as?: string) =>
  service.send('users/search', { domain: 'dating', ...body }, undefined, as);
const idsOf = async (body: object, as?: string) =>
  (await search(body, as)).body.data.map(({ user_id }: { user_id: string }) => user_id);
const request = (method: 'DELETE' | 'PATCH', url: string, payload?: object) =>
  service.server.inject({
    method,
    url: `/v1/users/${url}?domain=dating`,
    headers: { authorization: `Bearer ${service.key}` },
    ...(payload && { payload }),
  });

beforeEach(async () => {
  for (const [id, place] of [
    ['ana', 'Lisbon, Portugal'],
    ['bea', 'Porto, Portugal'],
  ])
    expect((await service.send('users', person(id!, place!))).status).toBe(200);
});

test('a person is found by the next search, by their id and by their place', async () => {
  const { status, body } = await search({ q: 'LISB' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: [
      {
        user_id: 'ana',
        title: 'ana',
        subtitle: '30 years · woman · Lisbon, Portugal',
        picture: null,
        matched: { field: 'location', value: 'Lisbon, Portugal' },
      },
    ],
    people: 2,
    complete: true,
    has_more: false,
    next_cursor: null,
  });
  expect(await idsOf({ q: 'port' })).toEqual(['bea', 'ana']);
  expect(await idsOf({ user_ids: ['bea', 'nobody'] })).toEqual(['bea']);
});

test('a patch, a text and a batch are found too', async () => {
  await request('PATCH', 'ana', { fields: { location: 'Madrid, Spain' } });
  expect(await idsOf({ q: 'lisbon' })).toEqual([]);
  expect(await idsOf({ q: 'madrid' })).toEqual(['ana']);
  const said = {
    user_id: 'bea',
    domain: 'dating',
    source: 'chat',
    content: 'I want to get married one day.',
  };
  expect((await service.send('context', said)).status).toBe(200);
  expect(await idsOf({ q: 'marr' })).toEqual(['bea']);
  const lines = await service.server.inject({
    method: 'POST',
    url: '/v1/users/batch',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' },
    payload: `${JSON.stringify(person('cleo', 'Berlin, Germany'))}\n`,
  });
  expect(lines.body).toContain('"status":200');
  expect(await idsOf({ q: 'ber', filters: { age: { lte: 30 } } })).toEqual(['cleo']);
});

test('an erased person is gone at once', async () => {
  expect((await request('DELETE', 'bea')).statusCode).toBe(200);
  expect(await idsOf({ q: 'bea' })).toEqual([]);
  expect(await idsOf({ q: 'porto' })).toEqual([]);
  expect(await idsOf({ filters: { location: 'Porto, Portugal' } })).toEqual([]);
});

test('pages go on with their cursor, which no other search and no other workspace takes', async () => {
  const first = (await search({ q: 'portugal', limit: 1 })).body;
  expect(first).toMatchObject({ has_more: true, complete: true });
  const cursor = first.next_cursor;
  const second = (await search({ q: 'portugal', limit: 5, cursor })).body;
  expect(second.has_more).toBe(false);
  expect(new Set([...first.data, ...second.data].map(({ user_id }) => user_id))).toEqual(
    new Set(['ana', 'bea']),
  );
  expect((await search({ q: 'port', cursor })).status).toBe(400);
  expect((await search({ q: 'portugal', cursor }, stranger)).status).toBe(400);
});

test('another workspace finds nobody, and a key without the scope is refused', async () => {
  for (const body of [{}, { q: 'ana' }, { user_ids: ['ana'] }, { filters: { gender: 'woman' } }])
    expect((await search(body, stranger)).body).toMatchObject({ data: [], people: 0 });
  expect(await search({}, matcher)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  expect((await search({ domain: 'hiring' })).status).toBe(403);
});

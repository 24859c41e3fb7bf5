/** GET /users and GET /domains/{domain}/samples over the whole service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DomainSamples, UserList } from '../../src/contract/user-list.ts';
import type { Scope } from '../../src/platform/storage/store.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
const ids = ['Zoë', 'ana', 'ana%', 'ana_1', 'anab', 'b,c', 'é', '～', '😀', '\u{10ffff}'];
beforeAll(async () => {
  service = await composed();
  for (const user_id of ids) {
    const body = { user_id, domain: 'dating', fields: { age: 30, gender: 'woman' } };
    expect((await service.send('users', body)).status).toBe(200);
  }
}, 60_000);
afterAll(() => service?.stop());

/** Requests with a key of another tenant or of fewer scopes. */
async function withKey({ tenant, scopes }: { readonly tenant?: string; readonly scopes?: readonly Scope[] }) {
  const { tenantId } =
    tenant === undefined
      ? await service.accounts.findTenant('main')
      : await service.accounts.createTenant({ name: tenant, domains: ['dating'], email: 'o@example.com' });
  const { key } = await service.accounts.createKey(tenantId, scopes === undefined ? {} : { scopes });
  return (path: string) => call('GET', path, key);
}

async function call(method: 'GET' | 'DELETE', path: string, key = service.key) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await service.server.inject({ method, url: `/v1/${path}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}

type Query = Readonly<Record<string, string | readonly string[]>>;
function list(query: Query) {
  const pairs = Object.entries({ domain: 'dating', ...query }).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  return service.send(`users?${new URLSearchParams(pairs)}`);
}
const namesOf = (body: { readonly data: readonly { readonly user_id: string }[] }) =>
  body.data.map(({ user_id }) => user_id);

describe('a list of people', () => {
  test('is in the order of bytes, in pages, with the number of people', async () => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body } = await list({ limit: '3', ...(cursor !== '' && { cursor }) });
      expect(status).toBe(200);
      expect(UserList.parse(body)).toEqual(body);
      expect(body).toMatchObject({ people: ids.length, has_more: body.next_cursor !== null });
      found.push(...namesOf(body));
      cursor = body.next_cursor;
    }
    expect(found).toEqual(ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test('by prefix takes every character as it is', async () => {
    for (const prefix of ['an', 'ana%', 'ana_', 'é', 'e\u0301', '\u{10ffff}', 'ANA', '']) {
      const { body } = await list({ prefix, limit: '100' });
      expect(new Set(namesOf(body))).toEqual(new Set(ids.filter((id) => id.startsWith(prefix))));
      expect(body).toMatchObject({ has_more: false, next_cursor: null, people: ids.length });
    }
  });

  test('by ids leaves out unknown ones', async () => {
    const { body } = await list({ user_ids: ['😀', 'nobody', 'ana', 'ana'] });
    expect(namesOf(body)).toEqual(['ana', '😀']);
    expect(body.data[0]).toEqual({
      user_id: 'ana',
      complete: expect.any(Boolean),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      fields: { age: 30, gender: 'woman' },
    });
    const hundred = Array.from({ length: 100 }, (_, n) => `p${n}`);
    expect((await list({ user_ids: hundred })).body.data).toEqual([]);
  });

  test('cuts long texts', async () => {
    const values_text = 'long '.repeat(1000);
    await service.send('users', { user_id: 'writer', domain: 'dating', fields: { values_text } });
    const { body } = await list({ user_ids: 'writer' });
    expect(body.data[0].fields.values_text).toBe(`${values_text.slice(0, 200)}…`);
    expect((await call('DELETE', 'users/writer')).status).toBe(200);
    expect((await list({})).body.people).toBe(ids.length);
  });

  test('has cursors for the longest ids', async () => {
    const long = ['😀'.repeat(256), `${'😀'.repeat(255)}～`];
    for (const user_id of long) await service.send('users', { user_id, domain: 'dating' });
    const { body } = await list({ prefix: '😀😀', limit: '1' });
    const next = await list({ prefix: '😀😀', limit: '1', cursor: body.next_cursor });
    expect([...namesOf(body), ...namesOf(next.body)]).toEqual(long.toReversed());
    for (const user_id of long) await call('DELETE', `users/${encodeURIComponent(user_id)}`);
  });

  test('refuses what is malformed, with what to do', async () => {
    const { body: page } = await list({ limit: '1' });
    const cases: readonly (readonly [query: Query, path: string])[] = [
      [{ limit: '0' }, 'limit'],
      [{ limit: '101' }, 'limit'],
      [{ cursor: 'nonsense' }, 'cursor'],
      [{ cursor: page.next_cursor, prefix: 'a' }, 'cursor'],
      [{ user_ids: Array.from({ length: 101 }, (_, n) => `p${n}`) }, 'user_ids'],
      [{ user_ids: ['ana', '', 'ben'] }, 'user_ids[1]'],
      [{ user_ids: 'ana', prefix: 'a' }, 'prefix'],
      [{ prefix: 'a'.repeat(257) }, 'prefix'],
      [{ prefix: 'a\u0000' }, 'prefix'],
      [{ nonsense: '1' }, 'nonsense'],
    ];
    for (const [query, path] of cases) {
      const { status, body } = await list(query);
      expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([
        400,
        'invalid_request',
        path,
      ]);
    }
    expect((await service.send('users')).status).toBe(400);
  });

  test('belongs to its workspace, its domain and its scope', async () => {
    const other = await withKey({ tenant: 'other' });
    expect((await other('users?domain=dating')).body).toMatchObject({ data: [], people: 0 });
    expect((await other('users?domain=dating&user_ids=ana')).body.data).toEqual([]);
    const { body: page } = await list({ limit: '1' });
    const stolen = await other(
      `users?${new URLSearchParams({ domain: 'dating', cursor: page.next_cursor })}`,
    );
    expect(stolen.status).toBe(400);
    const writer = await withKey({ scopes: ['write', 'match'] });
    expect((await writer('users?domain=dating')).body.error.code).toBe('forbidden');
    expect((await list({ domain: 'atlantis' })).body.error.code).toBe('domain_not_found');
  });
});

describe('sample people', () => {
  test('are bodies of POST /users', async () => {
    const { status, body } = await service.send('domains/dating/samples');
    expect(status).toBe(200);
    expect(DomainSamples.parse(body)).toEqual(body);
    expect(body.data.length).toBeGreaterThan(100);
    for (const person of body.data.slice(0, 3))
      expect((await service.send('users', person)).status).toBe(200);
  });

  test('are 404 where there are none, 403 for a wrong scope', async () => {
    for (const domain of ['atlantis', '..%2F..%2Fpackage', '%00'])
      expect((await service.send(`domains/${domain}/samples`)).status).toBe(404);
    const writer = await withKey({ scopes: ['write'] });
    expect((await writer('domains/dating/samples')).body.error.code).toBe('forbidden');
  });
});

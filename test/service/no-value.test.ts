/** Null and empty lists say nothing: one table for a request, a line of a batch and a row of an import. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UpsertUserRequest, UserRecord } from '../../src/contract/user.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
  const [tenant] = await service.accounts.listTenants();
  await service.accounts.enableDomain(tenant!.tenantId, 'hiring');
}, 60_000);
afterAll(() => service?.stop());

type Store = (body: object) => Promise<UserRecord>;
const ways: readonly (readonly [name: string, store: Store])[] = [
  [
    'POST /users',
    async (body) => {
      const answer = await service.send('users', body);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
  ],
  [
    'POST /users/batch',
    async (body) => {
      const answer = await service.server.inject({
        method: 'POST',
        url: '/v1/users/batch?records=true',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' },
        payload: `${JSON.stringify(body)}\n`,
      });
      const line = JSON.parse(answer.payload);
      expect(line.status, answer.payload).toBe(200);
      return line.record;
    },
  ],
  [
    'the import of a file',
    async (body) => {
      const [tenant] = await service.accounts.listTenants();
      const [stored] = await service.profiles.upsertMany(tenant!.tenantId, [body as UpsertUserRequest]);
      if (stored instanceof Error) throw stored;
      return stored!;
    },
  ],
];

describe.each(ways)('%s', (_, store) => {
  test('a field that is null or an empty list is not given', async () => {
    const fields = { role: 'candidate', skills: [], languages: ['english'], years_experience: null };
    const record = await store({ user_id: 'one', domain: 'hiring', fields });
    expect(record.fields).toEqual({ role: 'candidate', languages: ['english'] });
    expect(Object.keys(record.provenance.fields).sort()).toEqual(['languages', 'role']);
  });

  test.each([null, []])('a required one, %j, is missing', async (age) => {
    const fields = { age, gender: 'woman', location: 'Lisbon', relationship_goal: [] };
    const record = await store({ user_id: 'two', domain: 'dating', fields });
    expect(record.missing_required).toContain('age');
    expect(record.fields).not.toHaveProperty('age');
    expect(record.fields.gender).toBe('woman');
  });

  test('a text says what the client does not', async () => {
    const context = 'I am a woman, 31, in Lisbon.';
    const record = await store({ user_id: 'three', domain: 'dating', context, fields: { age: null } });
    expect(record.fields.age).toBe(31);
    expect(record.provenance.fields.age).toMatchObject({ source: 'context' });
  });

  test('it takes the place of an earlier value, as a field that is left out does', async () => {
    await store({ user_id: 'four', domain: 'dating', fields: { age: 30, gender: 'man' } });
    const record = await store({ user_id: 'four', domain: 'dating', fields: { age: null, gender: 'man' } });
    expect(record.fields).toEqual({ gender: 'man' });
  });

  test('a preference that is null or an empty list is none', async () => {
    const preferences = {
      age: { gte: 28, lte: null },
      gender: [],
      relationship_goal: null,
      location_within_km: null,
      exclude_user_ids: [],
    };
    const record = await store({ user_id: 'five', domain: 'dating', preferences });
    expect(record.preferences).toEqual({ age: { gte: 28 } });
    const none = await store({ user_id: 'five', domain: 'dating', preferences: { age: { gte: null } } });
    expect(none.preferences).toEqual({});
  });

  test('extras stay as they are', async () => {
    const record = await store({ user_id: 'six', domain: 'dating', fields: { tags: [], note: null } });
    expect(record.extras).toEqual({ tags: [], note: null });
  });
});

test('names that are no fields, and wrong items, are refused as before', async () => {
  const send = (body: object) => service.send('users', { user_id: 'seven', domain: 'hiring', ...body });
  expect((await send({ preferences: { height: null } })).body.error.code).toBe('unknown_filter');
  expect((await send({ fields: { skills: [null] } })).body.error.code).toBe('invalid_field_value');
  expect((await send({ fields: { role: '' } })).body.error.code).toBe('invalid_field_value');
  expect((await service.send('users/seven')).status).toBe(404);
});

/** PATCH /users/{user_id}: a JSON Merge Patch on what the client gave. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
}, 60_000);
afterAll(() => service?.stop());

let people = 0;
/** A person whose age stands in a text, and whose other values the client gave. */
async function person() {
  const id = `person-${++people}`;
  const body = {
    user_id: id,
    domain: 'dating',
    context: "I'm 31 and live in Lisbon.",
    fields: {
      gender: 'woman',
      relationship_goal: 'casual',
      crm: { id: 7, tags: ['a'], address: { city: 'x' } },
    },
    preferences: { age: { gte: 28, lte: 40 }, gender: 'man', exclude_user_ids: ['eve'] },
  };
  expect((await service.send('users', body)).status).toBe(200);
  return id;
}

interface Sent {
  readonly type?: string;
  readonly key?: string;
  readonly query?: string;
  readonly by?: string;
}

async function patch(id: string, body: unknown, { type, key, query = '?domain=dating', by }: Sent = {}) {
  const answer = await service.server.inject({
    method: 'PATCH',
    url: `/v1/users/${id}${query}`,
    headers: {
      authorization: `Bearer ${by ?? service.key}`,
      'content-type': type ?? 'application/merge-patch+json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), text: answer.payload };
}

const stored = async (id: string) => (await service.send(`users/${id}?domain=dating`)).body;

describe('fields', () => {
  test.each(['application/merge-patch+json', 'application/json', 'Application/JSON; charset=utf-8'])(
    'change one by one: %s',
    async (type) => {
      const id = await person();
      const before = await stored(id);
      const { status, body } = await patch(id, { fields: { age: 35, location: 'Porto' } }, { type });
      expect(status).toBe(200);
      expect(body.fields).toMatchObject({ age: 35, gender: 'woman', relationship_goal: 'casual' });
      expect(body.fields.location).toMatch(/^Porto/);
      expect(body.provenance.fields.age).toMatchObject({ source: 'fields', extractor: 'client' });
      expect(body.provenance.fields.gender).toEqual(before.provenance.fields.gender);
      expect(body.extras).toEqual(before.extras);
      expect(body.preferences).toEqual(before.preferences);
      expect(await stored(id)).toEqual(body);
    },
  );

  test.each([null, []])('%j takes the value away, and a read one shows again', async (none) => {
    const id = await person();
    expect((await patch(id, { fields: { age: 35 } })).body.fields.age).toBe(35);
    const { body } = await patch(id, { fields: { age: none, relationship_goal: none } });
    expect(body.fields.age).toBe(31);
    expect(body.provenance.fields.age).toMatchObject({ source: 'context', extractor: 'rules' });
    expect(body.fields).not.toHaveProperty('relationship_goal');
    expect(body.missing_required).toEqual((await stored(id)).missing_required);
  });

  test('null for all of them leaves what was read', async () => {
    const id = await person();
    const { body } = await patch(id, { fields: null });
    expect(body.fields).toMatchObject({ age: 31 });
    expect(body.fields).not.toHaveProperty('gender');
    expect(body.extras).toEqual({});
    expect(body.preferences).toMatchObject({ gender: 'man' });
  });

  test('that the domain lacks are extras, whose objects change member by member', async () => {
    const id = await person();
    const { body } = await patch(id, {
      fields: { crm: { id: 8, tags: ['b'], address: { city: null, zip: '1' } }, note: 'new', nothing: null },
    });
    expect(body.extras).toEqual({ crm: { id: 8, tags: ['b'], address: { zip: '1' } }, note: 'new' });
    expect((await patch(id, { fields: { crm: null } })).body.extras).toEqual({ note: 'new' });
    expect((await patch(id, { fields: { note: { a: { b: null, c: 1 } } } })).body.extras).toEqual({
      note: { a: { c: 1 } },
    });
  });
});

describe('preferences', () => {
  test('change one by one, and bound by bound', async () => {
    const id = await person();
    const { body } = await patch(id, { preferences: { age: { gte: 30, lte: null }, gender: null } });
    expect(body.preferences).toEqual({ age: { gte: 30 }, exclude_user_ids: ['eve'] });
    expect((await patch(id, { preferences: { age: { gte: null } } })).body.preferences).toEqual({
      exclude_user_ids: ['eve'],
    });
    expect((await patch(id, { preferences: { age: 33, exclude_user_ids: [7] } })).body.preferences).toEqual({
      age: 33,
      exclude_user_ids: ['7'],
    });
    expect((await patch(id, { preferences: { age: { in: [30, 31] } } })).body.preferences.age).toEqual({
      in: [30, 31],
    });
    expect((await patch(id, { preferences: null })).body.preferences).toEqual({});
  });

  test('of a text show again', async () => {
    const id = `reads-${++people}`;
    const context = 'Looking for a man aged 30 to 40.';
    const { body } = await service.send('users', { user_id: id, domain: 'dating', context });
    expect(body.preferences).toHaveProperty('age');
    await patch(id, { preferences: { age: { gte: 50 } } });
    expect((await patch(id, { preferences: { age: null } })).body.preferences).toEqual(body.preferences);
  });
});

test('nothing named changes nothing', async () => {
  const id = await person();
  const before = await stored(id);
  for (const body of [{}, { fields: {} }, { fields: {}, preferences: {} }, { preferences: { age: {} } }]) {
    const { status, body: after } = await patch(id, body);
    expect(status).toBe(200);
    expect({ ...after, updated_at: '', last_enriched_at: '' }).toEqual({
      ...before,
      updated_at: '',
      last_enriched_at: '',
    });
  }
});

describe('is refused as a whole', () => {
  const wide = Object.fromEntries(Array.from({ length: 256 }, (_, n) => [`k${n}`, n]));
  test.each<[string, unknown, number, string, Sent?]>([
    ['a value of the wrong type', { fields: { gender: 'man', age: '35' } }, 422, 'invalid_field_value'],
    ['a value out of range', { fields: { age: 7 } }, 422, 'invalid_field_value'],
    ['a place in part', { fields: { location: { lat: 1 } } }, 422, 'invalid_field_value'],
    ['an unknown preference', { fields: { age: 35 }, preferences: { height: 1 } }, 422, 'unknown_filter'],
    ['an operator of no field', { preferences: { gender: { gte: 1 } } }, 400, 'invalid_request'],
    ['an unknown key', { fields: { age: 35 }, context: 'x' }, 400, 'invalid_request'],
    ['fields that are a list', { fields: [] }, 400, 'invalid_request'],
    ['a number that is not kept', '{"fields":{"crm":9007199254740993}}', 400, 'invalid_request'],
    ['no JSON', '{', 400, 'invalid_request'],
    ['no body', '', 400, 'invalid_request'],
    ['null', 'null', 400, 'invalid_request'],
    ['a list', [], 400, 'invalid_request'],
    ['more keys than a body has', { fields: { ...wide, one: 1 } }, 400, 'invalid_request'],
    ['more keys than are kept', { fields: wide }, 400, 'invalid_request'],
    [
      'another media type',
      { fields: { age: 35 } },
      415,
      'unsupported_media_type',
      { type: 'application/json-patch+json' },
    ],
    ['no domain', { fields: { age: 35 } }, 400, 'invalid_request', { query: '' }],
    ['an unknown domain', { fields: { age: 35 } }, 404, 'domain_not_found', { query: '?domain=nowhere' }],
    ['a key too short', { fields: { age: 35 } }, 400, 'invalid_request', { key: '' }],
  ])('%s', async (_, body, status, code, sent) => {
    const id = await person();
    const before = await stored(id);
    const answer = await patch(id, body, sent);
    expect(answer).toMatchObject({ status, body: { error: { code } } });
    expect(await stored(id)).toEqual(before);
  });

  test('a user who is not there, and one of another domain', async () => {
    const answer = await patch('nobody', { fields: { age: 35 } });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'user_not_found' } } });
    expect((await service.send('users/nobody')).status).toBe(404);
  });

  test('a key without the scope', async () => {
    const [tenant] = await service.accounts.listTenants();
    const { key: by } = await service.accounts.createKey(tenant!.tenantId, { scopes: ['read', 'match'] });
    const answer = await patch(await person(), { fields: { age: 35 } }, { by });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
  });
});

test('patches at the same time lose nothing', async () => {
  const id = await person();
  await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => patch(id, { fields: { [`k${n}`]: n } })),
    ...Array.from({ length: 5 }, (_, n) =>
      service.send('context', {
        user_id: id,
        domain: 'dating',
        source: 'chat',
        content: `I like tea no. ${n}.`,
      }),
    ),
    patch(id, { preferences: { age: { lte: null } } }),
  ]);
  const { extras, preferences } = await stored(id);
  for (let n = 0; n < 20; n++) expect(extras[`k${n}`]).toBe(n);
  expect(preferences.age).toEqual({ gte: 28 });
});

test('a repeated key gets the first answer; another body is refused', async () => {
  const id = await person();
  const first = await patch(id, { fields: { age: 35 } }, { key: 'patch-1' });
  await patch(id, { fields: { age: 36 } });
  const again = await patch(id, { fields: { age: 35 } }, { key: 'patch-1' });
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.text).toBe(first.text);
  expect((await stored(id)).fields.age).toBe(36);
  expect((await patch(id, { fields: { age: 37 } }, { key: 'patch-1' })).status).toBe(422);
  expect((await patch(await person(), { fields: { age: 35 } }, { key: 'patch-1' })).status).toBe(422);
});

test('a patched person is matched by the new values at once', async () => {
  const id = await person();
  const seeker = { user_id: `seeker-${id}`, domain: 'dating', fields: { age: 30, gender: 'man' } };
  await service.send('users', seeker);
  const isShown = async (age: object) => {
    const filters = { age };
    const { body } = await service.send('match', {
      user_id: seeker.user_id,
      domain: 'dating',
      candidate_user_ids: [id],
      filters,
      stages: { sql_filter: { enabled: true } },
    });
    return body.pipeline_stats.after_sql_filter;
  };
  await patch(id, { fields: { age: 61, location: 'Porto', gender: 'woman' }, preferences: null });
  expect(await isShown({ gte: 60 })).toBe(1);
  await patch(id, { fields: { age: null } });
  expect(await isShown({ gte: 60 })).toBe(0);
});

/**
 * HTTP over the whole service: unusual Unicode ids, idempotency keys, and the examples of the documentation.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/composition/compose-service.ts';
import { MatchResult } from '../../src/contract/match.ts';
import { ContextResult, UserRecord } from '../../src/contract/user.ts';
import { contextExample } from '../../src/outside/http/endpoints/post-context.ts';
import { matchExample } from '../../src/outside/http/endpoints/post-match.ts';
import { upsertExample } from '../../src/outside/http/endpoints/post-users.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';

const folder = temporaryFolder();
let service: Service;
let key: string;

beforeAll(async () => {
  service = await composeService(readSettings({}, ['--data', folder.path]), createLogger('silent'));
  const tenant = await service.accounts.createTenant({
    name: 'main',
    domains: ['dating'],
    email: 'ops@example.com',
  });
  ({ key } = await service.accounts.createKey(tenant.tenantId, { rate: 1e6, burst: 1e6 }));
}, 60_000);
afterAll(async () => {
  await service?.close();
  folder.remove();
});

async function send(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: object,
  more: Record<string, string> = {},
) {
  const headers = { authorization: `Bearer ${key}`, ...more };
  const answer = await service.server.inject({ method, url, headers, ...(body && { payload: body }) });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() };
}

const person = { age: 30, gender: 'woman', location: 'Lisbon, Portugal' };

describe('ids are kept as sent, and compared byte for byte', () => {
  const ids = [
    'a/b',
    'a?b=c&d#e',
    '%2F',
    '100%',
    '...',
    ' ',
    'null',
    '0',
    '-1',
    '__proto__',
    'constructor',
    "x'; DROP TABLE profiles; --",
    '"quoted"',
    'a\\b',
    'Zoë',
    'Zoe\u0308',
    'ЖЕНЯ',
    'женя',
    'שלום',
    '日本語',
    '👩‍👩‍👧‍👦',
    '\u202egnp.exe',
    '\u200b',
    '\ufeff',
    '\u{10ffff}',
    'a'.repeat(256),
    '😀'.repeat(256),
  ];

  test.each(ids)('«%s»', async (userId) => {
    const path = `/v1/users/${encodeURIComponent(userId)}`;
    const made = await send('POST', '/v1/users', { user_id: userId, domain: 'dating', fields: person });
    expect([made.status, made.body.user_id]).toEqual([200, userId]);
    const read = await send('GET', `${path}?domain=dating`);
    expect([read.status, read.body.user_id, read.body.fields.age]).toEqual([200, userId, 30]);
    expect((await send('GET', path)).body).toEqual({ user_id: userId, domains: { dating: read.body } });
    const found = await send('POST', '/v1/match', { user_id: userId, domain: 'dating', limit: 100 });
    expect(found.status).toBe(200);
    expect(found.body.matches.map((match: { user_id: string }) => match.user_id)).not.toContain(userId);
  });

  test('each names a person of its own, found and erased alone', async () => {
    const tenant = (await service.accounts.listTenants())[0]!.tenantId;
    expect(await service.store.profiles.count(tenant, 'dating')).toBe(ids.length);
    await send('POST', '/v1/users', { user_id: 'seeker', domain: 'dating', fields: person });
    const seen = async (): Promise<string[]> =>
      (await send('POST', '/v1/match', { user_id: 'seeker', domain: 'dating', limit: 100 })).body.matches
        .map((match: { user_id: string }) => match.user_id)
        .sort();
    expect(await seen()).toEqual([...ids].sort());
    const composed = 'Zoë'.normalize('NFC');
    expect((await send('DELETE', `/v1/users/${encodeURIComponent(composed)}`)).body.erased.records).toBe(1);
    expect(await seen()).toEqual(ids.filter((id) => id !== composed).sort());
  });
});

describe('Idempotency-Key over the real store', () => {
  test('twenty concurrent requests with one key are carried out once', async () => {
    const body = { user_id: 'once', domain: 'dating', source: 'chat', content: 'I moved to Porto.' };
    const tenant = (await service.accounts.listTenants())[0]!.tenantId;
    const before = await service.store.profiles.lastSequence(tenant, 'dating');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', '/v1/context', body, { 'idempotency-key': 'k' })),
    );
    expect((await service.store.profiles.lastSequence(tenant, 'dating')) - before).toBe(1);
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThan(0);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
    for (const { status, body: told } of answers) {
      if (status !== 200) expect([status, told.error.code]).toEqual([409, 'idempotency_in_progress']);
    }
    const later = await send('POST', '/v1/context', body, { 'idempotency-key': 'k' });
    expect([later.status, later.headers['idempotent-replayed'], later.text]).toEqual([
      200,
      'true',
      taken[0]!.text,
    ]);
    const other = await send(
      'POST',
      '/v1/context',
      { ...body, content: 'I did not.' },
      { 'idempotency-key': 'k' },
    );
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
  });
});

test('the examples of the documentation work, one after the other', async () => {
  const bob = {
    user_id: 'bob',
    domain: 'dating',
    fields: { age: 33, gender: 'man', location: 'Cascais, Portugal', relationship_goal: 'long_term' },
  };
  await send('POST', '/v1/users', bob);
  const record = await send('POST', '/v1/users', upsertExample);
  expect(UserRecord.parse(record.body)).toMatchObject({
    user_id: upsertExample.user_id,
    fields: { age: 31, gender: 'woman', location: expect.stringContaining('Lisbon') },
    missing_required: [],
  });
  const appended = await send('POST', '/v1/context', contextExample);
  expect(ContextResult.parse(appended.body)).toMatchObject({ user_id: contextExample.user_id });
  const found = await send('POST', '/v1/match', matchExample);
  const { matches } = MatchResult.parse(found.body);
  expect(matches.map(({ user_id }) => user_id)).toContain('bob');
});

/** Rows stored before bodies had bounds, larger than any request may be now, are still read and matched. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/composition/compose-service.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';

/** More than a call can have arguments; with the values 12 MiB, above the limit of a body. */
const KEYS = 150_000;
const valueAt = (n: number) => `${n}`.padStart(66, '0');
const folder = temporaryFolder();
let service: Service;
let key: string;

beforeAll(async () => {
  const settings = readSettings({}, ['--data', folder.path, '--port', '0']);
  service = await composeService(settings, createLogger('silent'));
  const { accounts, profiles } = service;
  const { tenantId } = await accounts.createTenant({
    name: 'a',
    domains: ['dating'],
    email: 'a@example.com',
  });
  key = (await accounts.createKey(tenantId, {})).key;
  const person = (user_id: string, gender: string, more: object = {}) =>
    profiles.upsert(tenantId, {
      ...{ user_id, domain: 'dating' },
      fields: { age: 30, gender, location: 'Lisbon', relationship_goal: 'long_term', ...more },
    });
  // Below HTTP nothing bounds a row: so it came in before.
  const many = Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [`key_${n}`, valueAt(n)]));
  await person('large', 'woman', many);
  await person('small', 'man');
}, 60_000);
afterAll(async () => {
  await service?.close();
  folder.remove();
});

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await service.server.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

test('a large row is read whole', async () => {
  const { status, body } = await call('GET', '/v1/users/large?domain=dating');
  expect(status).toBe(200);
  expect(Object.keys(body.extras)).toHaveLength(KEYS);
  expect(body.extras[`key_${KEYS - 1}`]).toBe(valueAt(KEYS - 1));
  expect(body.fields.age).toBe(30);
});

test('a large row is matched, as seeker and as candidate', async () => {
  for (const [seeker, candidate] of [
    ['large', 'small'],
    ['small', 'large'],
  ]) {
    const { status, body } = await call('POST', '/v1/match', {
      user_id: seeker,
      domain: 'dating',
      explain: true,
    });
    expect([status, body.matches.map(({ user_id }: { user_id: string }) => user_id)]).toEqual([
      200,
      [candidate],
    ]);
  }
});

test('a text changes a large row, and is kept beside it', async () => {
  const content = 'I want to have children one day, and I love honesty.';
  const appended = await call('POST', '/v1/context', {
    ...{ user_id: 'large', domain: 'dating', source: 'chat', content },
  });
  expect(appended.status).toBe(200);
  const { body } = await call('GET', '/v1/users/large?domain=dating');
  expect(Object.keys(body.extras)).toHaveLength(KEYS);
});

test('a request that replaces a large row has the bounds of every request', async () => {
  const fields = Object.fromEntries(Array.from({ length: 257 }, (_, n) => [`key_${n}`, n]));
  const { status } = await call('POST', '/v1/users', { user_id: 'large', domain: 'dating', fields });
  expect(status).toBe(400);
  const small = await call('POST', '/v1/users', {
    user_id: 'large',
    domain: 'dating',
    fields: { hobby: 'chess' },
  });
  expect([small.status, small.body.extras]).toEqual([200, { hobby: 'chess' }]);
});

/**
 * A request that named a person is not carried out again after the person is erased. Its key becomes a
 * tombstone and gives 409 for the rest of its 24 hours. Otherwise a retry would write the person anew.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/composition/compose-service.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';

const folder = temporaryFolder();
let service: Service;
let key: string;

beforeAll(async () => {
  service = await composeService(
    readSettings({}, ['--data', folder.path, '--port', '0']),
    createLogger('silent'),
  );
  const { accounts } = service;
  const { tenantId } = await accounts.createTenant({
    name: 'main',
    domains: ['dating'],
    email: 'ops@example.com',
  });
  key = (await accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 })).key;
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object, idempotencyKey?: string) {
  const answer = await service.server.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, text: answer.body };
}

const person = (user_id: string, gender: string) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
});

/** Two people who match each other; each test has its own. */
async function couple(name: string): Promise<{ readonly her: string; readonly him: string }> {
  const [her, him] = [`${name}-her`, `${name}-him`];
  await call('POST', '/v1/users', person(her, 'woman'));
  await call('POST', '/v1/users', person(him, 'man'));
  return { her, him };
}

const operations: readonly (readonly [
  name: string,
  url: string,
  body: (erased: string, other: string) => object,
])[] = [
  ['a user', '/v1/users', (erased) => person(erased, 'woman')],
  [
    'context',
    '/v1/context',
    (user_id) => ({ user_id, domain: 'dating', source: 'chat', content: 'I am 34.' }),
  ],
  ['ingest', '/v1/ingest', (user_id) => ({ user_id, domain: 'dating', text: 'I am 34 years old.' })],
  ['stream', '/v1/stream', (user_id) => ({ user_id, domain: 'dating', text: 'I am 35 years old.' })],
  ['a match for them', '/v1/match', (user_id) => ({ user_id, domain: 'dating' })],
  ['a match with them in it', '/v1/match', (_, user_id) => ({ user_id, domain: 'dating', limit: 100 })],
  [
    'a match among them',
    '/v1/match',
    (erased, user_id) => ({ user_id, domain: 'dating', candidate_user_ids: [erased], explain: true }),
  ],
  [
    'feedback of theirs',
    '/v1/feedback',
    (seeker_id, candidate_id) => ({
      domain: 'dating',
      items: [{ seeker_id, candidate_id, outcome: 'accepted' }],
    }),
  ],
  [
    'feedback on them',
    '/v1/feedback',
    (candidate_id, seeker_id) => ({
      domain: 'dating',
      items: [{ seeker_id, candidate_id, outcome: 'accepted' }],
    }),
  ],
];

describe('a retry after the person was erased', () => {
  test.each(operations)('of %s is 409, and nothing is written anew', async (name, url, bodyOf) => {
    const { her, him } = await couple(name.replaceAll(' ', '-'));
    const body = bodyOf(her, him);
    const first = await call('POST', url, body, `key of ${name}`);
    expect(first.status, first.text).toBe(200);
    if (name === 'a match with them in it') expect(first.text).toContain(`"${her}"`);
    const apart = await call('POST', '/v1/users', person(`${name} apart`, 'man'), `apart from ${name}`);

    expect((await call('DELETE', `/v1/users/${her}`)).status).toBe(200);
    const retried = await call('POST', url, body, `key of ${name}`);
    expect([retried.status, retried.body.error?.code], retried.text).toEqual([409, 'conflict']);
    expect(retried.text).not.toContain(her);
    // Whatever the body is, because the fingerprint for the comparison was deleted.
    const other = await call('POST', url, bodyOf(him, `${name} apart`), `key of ${name}`);
    expect([other.status, other.body.error?.code]).toEqual([409, 'conflict']);
    expect((await call('GET', `/v1/users/${her}`)).status).toBe(404);

    const replayed = await call('POST', '/v1/users', person(`${name} apart`, 'man'), `apart from ${name}`);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(replayed.text).toBe(apart.text);
    expect((await call('POST', url, bodyOf(him, him), `new key of ${name}`)).body.error?.code).not.toBe(
      'conflict',
    );
  });

  test('of a batch of feedback is 409, by its batch_id and by the header', async () => {
    const { her, him } = await couple('batch');
    const body = (batch_id: string) => ({
      domain: 'dating',
      batch_id,
      items: [{ user_id: him, candidate_id: her, action: 'accepted' }],
    });
    expect((await call('POST', '/v1/feedback/batch', body('b1'))).status).toBe(200);
    expect((await call('POST', '/v1/feedback/batch', body('b2'), 'header')).status).toBe(200);
    await call('DELETE', `/v1/users/${her}`);
    for (const [batch, header] of [['b1'], ['b2'], ['b3', 'header']] as const) {
      const retried = await call('POST', '/v1/feedback/batch', body(batch), header);
      expect([retried.status, retried.body.error?.code], batch).toEqual([409, 'conflict']);
    }
  });

  test('says what to do, and that a retry is useless', async () => {
    const { her } = await couple('told');
    await call('POST', '/v1/users', person(her, 'woman'), 'told');
    await call('DELETE', `/v1/users/${her}`);
    const retried = await call('POST', '/v1/users', person(her, 'woman'), 'told');
    expect(retried.body.error.message).toMatch(/erased.*new key/);
    expect(retried.headers['retry-after']).toBeUndefined();
  });
});

test('a match during which a candidate is erased is never replayed with them in it', async () => {
  for (let n = 0; n < 15; n++) {
    const { her, him } = await couple(`race${n}`);
    const body = { user_id: him, domain: 'dating', limit: 100 };
    await Promise.all([
      call('POST', '/v1/match', body, `race ${n}`),
      new Promise((resolve) => setTimeout(resolve, n)).then(() => call('DELETE', `/v1/users/${her}`)),
    ]);
    const again = await call('POST', '/v1/match', body, `race ${n}`);
    expect(again.text).not.toContain(`"${her}"`);
  }
});

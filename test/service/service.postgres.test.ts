/** The whole service with its data in PostgreSQL, from an account to an erasure. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDatabase, withDatabase } from '../../src/platform/storage/testing/postgres-under-test.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const database = `service_${randomUUID().replaceAll('-', '')}`;
let service: ComposedService;

beforeAll(async () => {
  await inDatabase(cluster, (client) => client.query(`create database ${database}`));
  service = await composed({ '--database-url': withDatabase(cluster, database) });
});
afterAll(async () => {
  await service.stop();
  await inDatabase(cluster, (client) => client.query(`drop database ${database} with (force)`));
});

const person = (user_id: string, gender: string) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
});

test('people are stored, matched, decided on, learned from and erased', async () => {
  const ids = Array.from({ length: 12 }, (_, n) => `p${n}`);
  for (const [n, id] of ids.entries()) {
    const answer = await service.send('users', person(id, n % 2 === 0 ? 'woman' : 'man'));
    expect(answer.status).toBeLessThan(300);
  }
  const match = await service.send('match', { user_id: 'p0', domain: 'dating', limit: 5 });
  expect(match.status).toBe(200);
  expect(match.body.matches.length).toBe(5);
  const feedback = await service.send('feedback', {
    domain: 'dating',
    items: [{ seeker_id: 'p0', candidate_id: match.body.matches[0].user_id, outcome: 'accepted' }],
  });
  expect({ status: feedback.status, text: feedback.text }).toMatchObject({ status: 200 });
  expect((await service.send('/readyz')).status).toBe(200);
  const erased = await service.server.inject({
    method: 'DELETE',
    url: '/v1/users/p1',
    headers: { authorization: `Bearer ${service.key}` },
  });
  expect(erased.statusCode).toBe(200);
  expect((await service.send('users/p1?domain=dating')).status).toBe(404);
  const again = await service.send('match', { user_id: 'p0', domain: 'dating', limit: 20 });
  expect(again.body.matches.map(({ user_id }: { user_id: string }) => user_id)).not.toContain('p1');
});

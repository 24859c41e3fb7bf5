/** Two servers on one PostgreSQL: who answers, what holds everywhere, and what happens when one goes. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeKey } from '../../src/outside/accounts/keys.ts';
import { inDatabase, withDatabase } from '../../src/platform/storage/testing/postgres-under-test.ts';
import { until } from '../../src/platform/testing/until.ts';
import { freePort } from '../support/free-port.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const database = `replicas_${randomUUID().replaceAll('-', '')}`;
let first: ComposedService;
let second: ComposedService;

beforeAll(async () => {
  await inDatabase(cluster, (client) => client.query(`create database ${database}`));
  first = await server();
  second = await server();
});
afterAll(async () => {
  for (const service of [first, second]) await service.stop();
  await inDatabase(cluster, (client) => client.query(`drop database ${database} with (force)`));
});

async function server(): Promise<ComposedService> {
  const given = {
    '--database-url': withDatabase(cluster, database),
    '--replica-url': `http://127.0.0.1:${await freePort()}`,
    '--index-owners': '1',
    '--small-index-rows': '0',
  };
  return composed(given, {}, { tenant: randomUUID() });
}

async function figure(service: ComposedService, line: string): Promise<number> {
  const { text } = await service.send('/metrics');
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.split(' ').at(-1) ?? 0);
}
const replicasOf = (service: ComposedService) => figure(service, 'counterpart_replicas{state="ready"}');
const forwardedBy = (service: ComposedService) =>
  figure(service, 'counterpart_forwarded_matches_total{outcome="forwarded"}');

const person = (user_id: string, gender: string) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
});
const as = (service: ComposedService, key: string, path: string, body: object) =>
  service.server.inject({
    method: 'POST',
    url: `/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    payload: body,
  });

test('both servers answer alike; one of them by asking the other; each sees what the other wrote', async () => {
  for (const service of [first, second]) await until(() => replicasOf(service)).toBe(2);
  const { key } = first;
  for (let n = 0; n < 12; n++) {
    const writer = n % 2 === 0 ? first : second;
    const stored = await as(writer, key, 'users', person(`p${n}`, n % 2 === 0 ? 'woman' : 'man'));
    expect(stored.statusCode).toBe(200);
    const reader = n % 2 === 0 ? second : first;
    const match = await as(reader, key, 'match', { user_id: `p${n}`, domain: 'dating', limit: 50 });
    expect([match.statusCode, match.json().pipeline_stats.total]).toEqual([200, n]);
  }
  const question = { user_id: 'p0', domain: 'dating', limit: 5 };
  const answers = await Promise.all([first, second].map((service) => as(service, key, 'match', question)));
  const [one, other] = answers.map((answer) => answer.json().matches);
  expect(one.length).toBe(5);
  expect(one).toEqual(other);
  const forwarded = await Promise.all([forwardedBy(first), forwardedBy(second)]);
  expect(forwarded.filter((count) => count > 0).length).toBe(1);
  const open = [first, second].filter((service) => service.indexes.stats().length > 0);
  expect(open.length).toBe(1);
});

test('an error of the owner is the answer of the server that was asked', async () => {
  for (const service of [first, second]) {
    const answer = await as(service, first.key, 'match', { user_id: 'nobody', domain: 'dating' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'user_not_found']);
  }
});

test('a key that one server revokes is refused by the other one’s next request', async () => {
  const tenantId = (await first.accounts.authenticate(first.key)).tenantId;
  const { key, stored } = await first.accounts.createKey(tenantId, {});
  const ask = async () => (await as(second, key, 'match', { user_id: 'p0', domain: 'dating' })).statusCode;
  expect(await ask()).toBe(200);
  await revokeKey(first.store.accounts, Date.now, stored.keyId);
  expect(await ask()).toBe(401);
});

test('when a server leaves, the other one answers everything', async () => {
  const third = await server();
  await until(() => replicasOf(first)).toBe(3);
  await third.drain();
  await until(() => replicasOf(first)).toBe(2);
  await third.stop();
  for (const service of [first, second]) {
    const answer = await as(service, first.key, 'match', { user_id: 'p0', domain: 'dating' });
    expect(answer.statusCode).toBe(200);
  }
});

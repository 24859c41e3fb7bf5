/**
 * A change at one server holds at the other with its next request: domains and their versions, models,
 * idempotency keys, rates, and signed texts. Each server answers its matches itself, from the files of one
 * bucket.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TenantId } from '../../src/contract/brands.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import type { RankingModel } from '../../src/matching/ranking/ranking-model.ts';
import { type LoopbackS3, startLoopbackS3 } from '../../src/platform/outbound/testing/loopback-s3.ts';
import { inDatabase, withDatabase } from '../../src/platform/storage/testing/postgres-under-test.ts';
import { until } from '../../src/platform/testing/until.ts';
import { freePort } from '../support/free-port.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { keepDeployedRun } from './testing/keep-deployed-run.ts';

/** An index that is built as fast as it is loaded is not saved. */
const ENOUGH_TO_SAVE = 1000;
const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const database = `everywhere_${randomUUID().replaceAll('-', '')}`;
let files: LoopbackS3;
let first: ComposedService;
let second: ComposedService;
let tenantId: TenantId;

beforeAll(async () => {
  await inDatabase(cluster, (client) => client.query(`create database ${database}`));
  files = await startLoopbackS3();
  first = await server();
  second = await server();
  tenantId = (await first.accounts.authenticate(first.key)).tenantId;
});
afterAll(async () => {
  for (const service of [first, second]) await service?.stop();
  await files?.close();
  await inDatabase(cluster, (client) => client.query(`drop database ${database} with (force)`));
});

async function server(): Promise<ComposedService> {
  const given = {
    '--database-url': withDatabase(cluster, database),
    '--replica-url': `http://127.0.0.1:${await freePort()}`,
    '--artifacts': `s3://${files.bucket}/everywhere`,
    '--aws-endpoint-url': files.access.endpoint,
    '--aws-region': files.access.region,
    '--aws-access-key-id': files.access.accessKeyId,
    '--aws-secret-access-key': files.access.secretAccessKey,
  };
  return composed(given, {}, { tenant: randomUUID() });
}

/** With the key of the first server's workspace. */
async function ask(service: ComposedService, path: string, payload?: object, more: object = {}) {
  const answer = await service.server.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/v1/${path}`,
    headers: { authorization: `Bearer ${first.key}`, ...more },
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, text: answer.body };
}

const person = (user_id: string, gender: string) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
});

test('a domain that one server enables, and a version that it adds', async () => {
  const hired = { user_id: 'h', domain: 'hiring', fields: {} };
  expect((await ask(second, 'users', hired)).status).toBe(403);
  await first.accounts.enableDomain(tenantId, 'hiring');
  expect((await ask(second, 'users', hired)).status).toBe(200);

  const walks = (version: number, more = '') => `
domain: walks
version: ${version}
title: Walks
reciprocal: off
scorecard: {}
fields:
  - {name: km, kind: hard, type: number, range: [0, 100]}
${more}`;
  const walk = (fields: object) => ({ user_id: 'w', domain: 'walks', fields });
  await first.accounts.addDefinition(tenantId, walks(1), 'walks.yaml');
  expect((await ask(second, 'users', walk({ km: 5 }))).status).toBe(200);
  expect((await ask(second, 'users', walk({ pace: 101 }))).body.extras).toEqual({ pace: 101 });
  const pace = '  - {name: pace, kind: hard, type: number, range: [0, 20]}\n';
  await first.accounts.addDefinition(tenantId, walks(2, pace), 'walks.yaml');
  expect((await ask(second, 'users', walk({ pace: 101 }))).status).toBe(422);
  expect((await ask(second, 'schema?domain=walks')).body.version).toEqual(
    (await ask(first, 'schema?domain=walks')).body.version,
  );
});

test('a ranking model that one server deploys, and one that it takes out of force', async () => {
  const prior = domainPrior(shippedDomain('dating')!);
  const model: RankingModel = { ...prior, card: { ...prior.card, tier: 'tenant', version: 'tenant-one' } };
  for (const [id, gender] of Object.entries({ ana: 'woman', ben: 'man' }))
    expect((await ask(first, 'users', person(id, gender))).status).toBe(200);
  const usedBy = async (service: ComposedService) => {
    const { body } = await ask(service, 'match', { user_id: 'ana', domain: 'dating' });
    return body.models_used.light_ml.version;
  };
  expect(await usedBy(second)).toBe(prior.card.version);
  const runId = await keepDeployedRun(first.store, first.settings, tenantId, model);
  expect([await usedBy(second), await usedBy(first)]).toEqual(['tenant-one', 'tenant-one']);
  await ask(first, 'train/deploy', { domain: 'dating', run_id: null });
  expect(await usedBy(second)).toBe(prior.card.version);
  await ask(second, 'train/deploy', { domain: 'dating', run_id: runId });
  expect(await usedBy(first)).toBe('tenant-one');
});

test('one key of idempotency makes one dataset, however many servers are asked', async () => {
  const body = { name: 'shop', items: [{ item_id: 'a', text: 'A thing' }], events: [] };
  const once = { 'idempotency-key': 'the-dataset-of-the-shop' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => ask([first, second][n % 2]!, 'datasets', body, once)),
  );
  const made = answers.filter(({ status }) => status === 202);
  expect(made.length).toBeGreaterThan(0);
  for (const { status, body: refused } of answers.filter((each) => each.status !== 202))
    expect([status, refused.error.code]).toEqual([409, 'idempotency_in_progress']);
  const again = await Promise.all([first, second].map((service) => ask(service, 'datasets', body, once)));
  expect(again.map(({ text }) => text)).toEqual([made[0]!.text, made[0]!.text]);
  expect(again.map(({ headers }) => headers['idempotent-replayed'])).toEqual(['true', 'true']);
  expect(
    (await first.store.jobs.list(tenantId, { before: null, limit: 50 })).filter(
      ({ kind }) => kind === 'dataset_import',
    ),
  ).toHaveLength(1);
});

test('the rate of a key, and cursors that a server signed', async () => {
  const { key } = await first.accounts.createKey(tenantId, { rate: 1, burst: 20 });
  const bearer = { authorization: `Bearer ${key}` };
  const statusOf = async (service: ComposedService) =>
    (await ask(service, 'schema', undefined, bearer)).status;
  for (let n = 0; n < 20; n++) expect(await statusOf(first)).toBe(200);
  await until(() => statusOf(second)).toBe(429);

  await ask(first, 'users', person('cem', 'man'));
  const page = await ask(first, 'users?domain=dating&limit=1');
  expect(page.body.has_more).toBe(true);
  const next = await ask(second, `users?domain=dating&limit=1&cursor=${page.body.next_cursor}`);
  expect([next.status, next.body.data.length]).toEqual([200, 1]);
  expect(next.body.data[0].user_id).not.toBe(page.body.data[0].user_id);
});

test('an erasure is noted in the bucket, by whichever server made it', async () => {
  for (const [service, id] of [
    [first, 'ben'],
    [second, 'cem'],
  ] as const) {
    const { statusCode } = await service.server.inject({
      method: 'DELETE',
      url: `/v1/users/${id}`,
      headers: { authorization: `Bearer ${first.key}` },
    });
    expect(statusCode).toBe(200);
  }
  const noted = [...files.objects].filter(([object]) => object.startsWith('everywhere/erasures/'));
  const people = noted.map(([, { bytes }]) => JSON.parse(bytes.toString()).person);
  expect(people.sort()).toEqual([...(await second.store.people.marks(tenantId, ['ben', 'cem']))].sort());
});

test('a server with an empty folder starts from the index that another one saved in the bucket', async () => {
  const third = await server();
  const question = { user_id: 'ana', domain: 'dating' };
  const people = Array.from({ length: ENOUGH_TO_SAVE }, (_, n) => JSON.stringify(person(`many-${n}`, 'man')));
  await third.server.inject({
    method: 'POST',
    url: '/v1/users/batch',
    headers: { authorization: `Bearer ${first.key}`, 'content-type': 'application/x-ndjson' },
    payload: `${people.join('\n')}\n`,
  });
  const answer = await ask(third, 'match', question);
  await third.stop();
  expect([...files.objects.keys()].filter((object) => object.includes('/indexes/')).length).toBe(1);
  await ask(first, 'users', person('dan', 'man'));
  files.requests.length = 0;
  const fourth = await server();
  await until(async () => (await fourth.server.inject('/readyz')).statusCode).toBe(200);
  const again = await ask(fourth, 'match', question);
  expect(files.requests.some((request) => /^GET .*\/indexes\/.*\.tar$/.test(request))).toBe(true);
  // The snapshot, and what has changed since.
  expect(again.body.pipeline_stats.total).toBe(answer.body.pipeline_stats.total + 1);
  await fourth.stop();
});

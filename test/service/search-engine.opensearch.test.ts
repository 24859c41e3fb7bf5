/**
 * A domain on OpenSearch over the whole service and a real cluster. The answers are those of the index in
 * memory, and writes and erasures are seen at once. Matches are served while the domain moves there and back.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TenantId } from '../../src/contract/brands.ts';
import { FairExposure } from '../../src/contract/fair-exposure.ts';
import type { MatchResult } from '../../src/contract/match.ts';
import {
  openOpenSearch,
  openSearchDefaults,
} from '../../src/matching/search-engine/opensearch/open-opensearch.ts';
import { engineUrls, tellNode } from '../../src/matching/search-engine/opensearch/testing/test-engine.ts';
import { ensureSchedules } from '../../src/platform/jobs/schedule.ts';
import { until } from '../../src/platform/testing/until.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const prefix = `test-${randomBytes(6).toString('hex')}`;
const engine = openOpenSearch({ ...openSearchDefaults, urls: engineUrls(), prefix });
const flags = {
  ...{ '--job-workers': '0', '--opensearch-prefix': prefix, '--opensearch-url': engineUrls().join(',') },
  '--opensearch-timeout': '5000',
};
let service: ComposedService;
let operator: string;
let tenant: TenantId;
/** Ends the worker of these tests. */
let isWorking = false;
let working: Promise<void> = Promise.resolve();

const cities = ['Lisbon, Portugal', 'Porto, Portugal', 'Madrid, Spain'];
const goals = ['long_term', 'casual', undefined];
const texts = [
  'I love the sea, old films and long dinners.',
  'Chess, quiet evenings and mountains.',
  undefined,
];
const personOf = (n: number, more: object = {}) => ({
  ...{ user_id: `p${n}`, domain: 'dating' },
  fields: {
    ...{ age: 21 + ((n * 7) % 40), gender: n % 2 === 0 ? 'woman' : 'man', location: cities[n % 3] },
    ...(goals[n % 3] && { relationship_goal: goals[n % 3] }),
    ...(texts[n % 3] && { values_text: texts[n % 3] }),
  },
  ...(n % 5 === 4 && { preferences: { age: { lte: 45 } } }),
  ...(n % 17 === 16 && { preferences: { exclude_user_ids: ['p0', 'p2'] } }),
  ...more,
});
const put = async (n: number, more: object = {}) => {
  expect((await service.send('users', personOf(n, more))).status).toBe(200);
};

beforeAll(async () => {
  service = await composed(flags);
  tenant = (await service.accounts.findTenant('main')).tenantId;
  operator = (await service.accounts.createOperatorKey({ rate: 1000, burst: 1000 })).key;
  for (let n = 0; n < 150; n++) await put(n);
}, 180_000);
afterAll(async () => {
  await stopWorking();
  await service?.stop();
  for (const { name } of await engine.indexes.list()) await engine.indexes.drop(name);
  await engine.close();
});

function startWorking(): void {
  isWorking = true;
  working = (async () => {
    await ensureSchedules(service.store.jobs, ['keep_search_indexes'], Date.now());
    await service.working(async () => !isWorking);
  })();
}
async function stopWorking(): Promise<void> {
  isWorking = false;
  await working;
}

async function move(engines: Record<string, string>) {
  const answer = await service.server.inject({
    ...{ method: 'POST', url: `/v1/admin/tenants/${tenant}` },
    headers: { authorization: `Bearer ${operator}` },
    payload: { engines },
  } as const);
  return { status: answer.statusCode, body: answer.json() };
}

/** Queries of primaries and copies together. */
async function queriesByShard(name: string): Promise<readonly number[]> {
  const answer = await fetch(`${engineUrls()[0]}/${name}/_stats/search?level=shards`);
  type Shards = Record<string, { search: { query_total: number } }[]>;
  const { indices } = (await answer.json()) as { indices: Record<string, { shards: Shards }> };
  return Object.values(indices[name]!.shards).map((copies) =>
    copies.reduce((sum, { search }) => sum + search.query_total, 0),
  );
}

const serving = async () =>
  (await service.store.searchIndexes.ofDomain(tenant, 'dating')).find(({ state }) => state === 'serving');
const ids = ({ matches }: MatchResult) => matches.map(({ user_id }) => user_id);
async function match(request: object): Promise<MatchResult> {
  const { status, body } = await service.send('match', { domain: 'dating', ...request });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const requests = [
  { user_id: 'p0' },
  { user_id: 'p1', limit: 50, explain: true },
  { user_id: 'p2', filters: { age: { gte: 25, lte: 40 }, location_within_km: 400 }, explain: true },
  { user_id: 'p3', reciprocal: 'min', limit: 20, filters: { relationship_goal: ['long_term'] } },
  { user_id: 'p5', reciprocal: 'off', stages: { light_ml: { top_k: 10 } }, explain: true },
  { user_id: 'p6', stages: { light_ml: { min_score: 0.3 }, embedding: false } },
  { user_id: 'p7', stages: { sql_filter: false }, limit: 100 },
  { user_id: 'p8', stages: { light_ml: false, cross_encoder: false }, limit: 30 },
  { user_id: 'p9', candidate_user_ids: ['p1', 'p2', 'p10', 'nobody'], explain: true },
  { user_id: 'p10', diversity: 0.5, weights: { age: 2 }, limit: 15 },
];

/** The answer without what differs between two runs: ids, times, and the user ids in the trace. */
function comparable({
  match_id: _,
  timings_ms: _t,
  trace,
  ...result
}: MatchResult & { request_id?: string }) {
  const { request_id: _r, ...rest } = result;
  return {
    ...rest,
    trace: trace?.map(({ dropped_examples: _e, rules, note: _n, ...stage }) => ({
      ...stage,
      rules: rules
        ?.filter(({ dropped }) => dropped > 0)
        .map(({ example_user_ids: _i, alone: _a, ...rule }) => rule),
    })),
  };
}
const answers = async () => {
  const all = [];
  for (const request of requests) all.push(comparable(await match({ record: false, ...request })));
  return all;
};

let inMemory: readonly unknown[];

describe('a domain on OpenSearch', () => {
  test('moves there while matches are served, and answers the same', async () => {
    inMemory = await answers();
    expect((await move({ dating: 'opensearch' })).body.domains[0].engine).toBe('opensearch');
    expect(await answers()).toEqual(inMemory);
    startWorking();
    await until(async () => (await serving()) !== undefined, 60_000).toBe(true);
    expect(await engine.indexes.list(tenant)).toHaveLength(1);
    const found = await answers();
    expect(found).toEqual(inMemory);
    const figures = async () => (await service.send('/metrics')).text;
    // The health check of an index runs every five seconds.
    await until(figures, 20_000).toMatch(/counterpart_search_index_up\{tenant="\w+",domain="dating"\} 1/);
    expect(await figures()).toMatch(/counterpart_search_duration_seconds_count\{outcome="found"\} \d+/);
  }, 120_000);

  test('has a part of the globe on each shard, and a search within a radius asks few of them', async () => {
    const { name } = (await engine.indexes.list(tenant))[0]!;
    const of = { tenant, definition: (await service.accounts.domainFor(tenant, 'dating')).definition };
    const origin = { lat: 38.72, lon: -9.14 };
    const keep = [{ op: 'within_km', field: 'location', km: 50, origin } as const];
    const before = await queriesByShard(name);
    const found = await engine.search.best({
      ...{ ...of, index: name, steps: [{ reason: 'filters', keep }], masked: [], scoring: null },
      ...{ topK: 500, counts: true },
    });
    expect(found).toMatchObject({ total: 150, passing: 50, dropped: { filters: 100 } });
    const after = await queriesByShard(name);
    const asked = after.map((count, shard) => count - before[shard]!);
    expect(asked.toSorted((a, b) => a - b)[0]).toBe(1);
    expect(Math.max(...asked)).toBe(3);
  });

  test('sees writes and erasures at once, while no indexer runs', async () => {
    await stopWorking();
    const asked = { user_id: 'p1', limit: 100, record: false };
    const before = ids(await match(asked));
    const [first, second] = before;
    expect(
      (
        await service.server.inject({
          method: 'DELETE',
          url: `/v1/users/${first}`,
          headers: { authorization: `Bearer ${service.key}` },
        })
      ).statusCode,
    ).toBe(200);
    await put(500, { fields: { ...personOf(0).fields, age: 30, gender: 'woman' } });
    await put(Number(second!.slice(1)), { preferences: { exclude_user_ids: ['p1'] } });
    const after = ids(await match(asked));
    expect(after).not.toContain(first);
    expect(after).not.toContain(second);
    expect(after).toContain('p500');
    startWorking();
    const last = () => service.store.profiles.lastSequence(tenant, 'dating');
    await until(async () => (await serving())!.watermark === (await last()), 30_000).toBe(true);
    expect(ids(await match(asked))).toEqual(after);
    const [index] = await engine.indexes.list(tenant);
    expect(index!.documents).toBe(await service.store.profiles.count(tenant, 'dating'));
  }, 120_000);

  test('keeps tenants apart', async () => {
    const other = await service.accounts.createTenant({
      name: 'other',
      domains: ['dating'],
      email: 'o@example.com',
    });
    await service.accounts.setEngine(other.tenantId, 'dating', 'opensearch');
    const { key } = await service.accounts.createKey(other.tenantId, { rate: 1000, burst: 1000 });
    const send = (url: string, payload: object) =>
      service.server.inject({ method: 'POST', url, headers: { authorization: `Bearer ${key}` }, payload });
    for (const n of [1000, 1001, 1002]) await send('/v1/users', personOf(n));
    const isServed = async () =>
      (await service.store.searchIndexes.ofDomain(other.tenantId, 'dating')).some(
        ({ state }) => state === 'serving',
      );
    await until(isServed, 60_000).toBe(true);
    const answer = await send('/v1/match', { user_id: 'p1000', domain: 'dating', limit: 100 });
    expect(answer.json().pipeline_stats.total).toBe(2);
    const all = ids(await match({ user_id: 'p1', limit: 100, stages: { sql_filter: false } }));
    expect(all.filter((id) => ['p1000', 'p1001', 'p1002'].includes(id))).toEqual([]);
  }, 120_000);

  test('a node that is lost is a 503 or a whole answer, and the domain comes back', async () => {
    const whole = comparable(await match({ user_id: 'p1', record: false, explain: true }));
    await tellNode('stop', 2);
    for (let n = 0; n < 5; n++) {
      const { status, body } = await service.send('match', {
        ...{ user_id: 'p1', domain: 'dating', record: false, explain: true },
      });
      if (status === 200) expect(comparable(body)).toEqual(whole);
      else expect([status, body.error.code]).toEqual([503, 'dependency_unavailable']);
    }
    await tellNode('start', 2);
    const answered = async () =>
      (await service.send('match', { user_id: 'p1', domain: 'dating', record: false })).status === 200;
    await until(answered, 60_000).toBe(true);
    expect(comparable(await match({ user_id: 'p1', record: false, explain: true }))).toEqual(whole);
  }, 180_000);

  test('an index that is lost is built again', async () => {
    const lost = (await serving())!;
    await engine.indexes.drop(lost.name);
    const { status, body } = await service.send('match', { user_id: 'p1', domain: 'dating' });
    expect([status, ['dependency_unavailable', 'warming_up'].includes(body.error.code)]).toEqual([503, true]);
    await until(async () => (await serving())?.name !== lost.name, 60_000).toBe(true);
    expect((await match({ user_id: 'p1' })).matches.length).toBeGreaterThan(5);
  }, 120_000);

  test('goes back to memory', async () => {
    expect((await move({ dating: 'memory' })).body.domains[0].engine).toBe('memory');
    await until(async () => (await serving()) === undefined, 30_000).toBe(true);
    expect((await match({ user_id: 'p1', limit: 100 })).degraded).toEqual([]);
    expect(service.indexes.rowsOf(tenant, 'dating')).toBe(
      await service.store.profiles.count(tenant, 'dating'),
    );
  }, 60_000);
});

test('without OPENSEARCH_URL a domain there is a clear 503; fair exposure needs the domain in memory', async () => {
  const plain = await composed({ '--job-workers': '0' });
  const { tenantId } = await plain.accounts.findTenant('main');
  await plain.send('users', personOf(1));
  await plain.accounts.setEngine(tenantId, 'dating', 'opensearch');
  const { status, body, headers } = await plain.send('match', { user_id: 'p1', domain: 'dating' });
  expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'dependency_unavailable', '10']);
  expect(body.error.message).toContain('OPENSEARCH_URL');
  const rule = FairExposure.parse({ capacity: 5 });
  await expect(plain.accounts.setFairExposure(tenantId, 'dating', rule)).rejects.toMatchObject({
    code: 'invalid_request',
  });
  await plain.stop();
}, 60_000);

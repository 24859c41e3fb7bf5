/** An external reranker beside the whole service, by its settings. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeService, type Service } from '../../src/composition/compose-service.ts';
import {
  type RerankServerUnderTest,
  startRerankServer,
} from '../../src/matching/rerankers/testing/rerank-server.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { temporaryFolder } from '../running-service.ts';

const KEY = 'sk-never-to-be-seen';
const folder = temporaryFolder();
const logged: string[] = [];
let server: RerankServerUnderTest;
let service: Service;
let key: string;

beforeAll(async () => {
  server = await startRerankServer((_query, document) => (document.includes('Porto') ? 3 : -3));
  const environment = {
    COUNTERPART_RERANKER: `cohere:${server.url}`,
    COUNTERPART_RERANKER_MODEL: 'rerank-1',
    COUNTERPART_RERANKER_API_KEY: KEY,
    COUNTERPART_RERANKER_TIMEOUT_MS: '20000',
  };
  const settings = readSettings(environment, ['--data', folder.path, '--port', '0']);
  service = await composeService(settings, createLogger('trace', { write: (line) => logged.push(line) }));
  const { tenantId } = await service.accounts.createTenant({
    name: 'main',
    domains: ['dating'],
    email: 'ops@example.com',
  });
  ({ key } = await service.accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 }));
  const person = { gender: 'woman', relationship_goal: 'long_term', age: 30 };
  for (const [user_id, location] of [
    ['me', 'Lisbon'],
    ['a', 'Lisbon'],
    ['b', 'Porto'],
    ['c', 'Faro'],
  ]) {
    await post('users', { user_id, fields: { ...person, location } });
  }
});
afterAll(async () => {
  await service.close();
  await server.close();
  folder.remove();
});

async function post(path: string, body: object) {
  const response = await service.server.inject({
    method: 'POST',
    url: `/v1/${path}`,
    headers: { authorization: `Bearer ${key}` },
    payload: { domain: 'dating', ...body },
  });
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return response.json();
}

const termOf = (result: Awaited<ReturnType<typeof post>>, userId: string) =>
  result.matches
    .find(({ user_id }: { user_id: string }) => user_id === userId)
    .terms.find(({ name }: { name: string }) => name === 'reranker');

test('the reranker reads the pairs of a match, is named, and is left out where a tier is pinned', async () => {
  const result = await post('match', { user_id: 'me', explain: true });
  expect(result.models_used.cross_encoder.version).toMatch(/\+cohere:rerank-1$/);
  expect(termOf(result, 'b')).toMatchObject({
    direction: 'both',
    log_odds: expect.closeTo(2 * Math.tanh(3), 6),
  });
  expect(termOf(result, 'a')).toBeUndefined();
  const [call] = server.calls;
  expect([call!.path, call!.headers.authorization]).toEqual(['/v2/rerank', `Bearer ${KEY}`]);
  expect(JSON.stringify(call!.body), 'no ids are sent').not.toMatch(/"me"|ten_/);
  const pinned = await post('match', { user_id: 'me', stages: { cross_encoder: { model: 'domain' } } });
  expect(pinned.models_used.cross_encoder.version).not.toContain('cohere');
  expect(server.calls).toHaveLength(1);
});

test('a failed reranker leaves the order unchanged, and the answer says so; its key is not in the log', async () => {
  server.faults.push((response) => response.writeHead(401).end('{"message": "invalid api token"}'));
  const result = await post('match', { user_id: 'me', explain: true });
  expect(result.degraded).toEqual([{ stage: 'cross_encoder', reason: 'failed' }]);
  expect(result.matches).toHaveLength(3);
  expect(logged.join('')).toContain('the reranker gave no answer');
  const { body } = await service.server.inject({ url: '/metrics' });
  expect(body).toContain('counterpart_match_degraded_total{stage="cross_encoder",reason="failed"} 1');
  expect(logged.join('')).not.toContain(KEY);
});

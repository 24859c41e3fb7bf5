import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sigmoid } from '../../platform/numeric/logistic.ts';
import { openReranker } from './open-reranker.ts';
import { RerankerUnavailable } from './reranker.ts';
import { type RerankServerUnderTest, startRerankServer } from './testing/rerank-server.ts';

let server: RerankServerUnderTest;
beforeEach(async () => {
  server = await startRerankServer((_query, document) => Number(document));
});
afterEach(() => server.close());

const settings = { model: 'm1', apiKey: 'sk-very-secret' };
const soon = () => AbortSignal.timeout(50_000);
const kinds = ['cohere', 'tei'] as const;

describe.each(kinds)('%s', (kind) => {
  const open = (more = {}) => openReranker(`${kind}:${server.url}`, { ...settings, ...more });

  test('relevance in the order of the documents, with key and model', async () => {
    const relevance = await open().relevance('who', ['1', '-2', '3'], soon());
    expect(relevance.map((each) => each.toFixed(9))).toEqual(
      [1, -2, 3].map((logit) => sigmoid(logit).toFixed(9)),
    );
    const [call] = server.calls;
    expect(call!.path).toBe(kind === 'cohere' ? '/v2/rerank' : '/rerank');
    expect(call!.headers.authorization).toBe('Bearer sk-very-secret');
    expect(call!.body).toEqual(
      kind === 'cohere'
        ? { model: 'm1', query: 'who', documents: ['1', '-2', '3'], top_n: 3 }
        : { model: 'm1', query: 'who', texts: ['1', '-2', '3'], raw_scores: true, truncate: true },
    );
    expect(open().name).toBe(`${kind}:m1`);
  });

  test('an address that names its path is left as it is', async () => {
    await openReranker(`${kind}:${server.url}/v1/rerank`, settings).relevance('who', ['1'], soon());
    expect(server.calls[0]!.path).toBe('/v1/rerank');
  });

  const one = (index: unknown, score: unknown) =>
    kind === 'cohere' ? { index, relevance_score: score } : { index, score };
  const many = (...results: unknown[]) => (kind === 'cohere' ? { results } : results);
  test.each([
    ['no JSON', 'oops'],
    ['another form', { scores: [1, 2] }],
    ['too few', many(one(0, 0.5))],
    ['the same one twice', many(one(0, 0.5), one(0, 0.4))],
    ['an unknown one', many(one(0, 0.5), one(1, 0.4), one(2, 0.1))],
    ['no index', many(one(-1, 0.5), one(1, 0.4))],
    ['null for a number', many(one(0, null), one(1, 0.4))],
    ['NaN', many(one(0, 'NaN'), one(1, 0.4))],
  ])('%s is malformed', async (_, answer) => {
    server.faults.push((response) =>
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer)),
    );
    await expect(open().relevance('who', ['1', '2'], soon())).rejects.toMatchObject({ reason: 'malformed' });
  });

  test('a transient error is retried, a permanent one is reported without the key', async () => {
    server.faults.push((response) => response.writeHead(500).end());
    expect(await open().relevance('who', ['1'], soon())).toHaveLength(1);
    server.faults.push((response) => response.writeHead(401).end('{"error": "no such key"}'));
    const failed = open().relevance('who', ['1'], soon());
    await expect(failed).rejects.toMatchObject({ reason: 'failed' });
    await expect(failed).rejects.toThrow(/COUNTERPART_RERANKER_API_KEY/);
    await expect(failed).rejects.not.toThrow(/sk-very-secret/);
  });

  test('a server that times out repeatedly is paused; callers that left do not count', async () => {
    const reranker = open({ breaker: { failures: 2, openMs: 60_000 } });
    const endedBy = async (reason: Error) => {
      server.faults.push(() => {});
      const ending = new AbortController();
      const before = server.calls.length;
      const asked = reranker.relevance('who', ['1'], ending.signal);
      const called = expect.poll(() => server.calls.length).toBe(before + 1);
      await Promise.all([called.then(() => ending.abort(reason)), expect(asked).rejects.toBe(reason)]);
    };
    for (let n = 0; n < 3; n++) await endedBy(new Error('gone'));
    for (let n = 0; n < 2; n++) await endedBy(new RerankerUnavailable('failed', 'too slow'));
    await expect(reranker.relevance('who', ['1'], soon())).rejects.toMatchObject({ reason: 'circuit_open' });
  });
});

test('scores out of [0, 1] are none of the first form; more than one batch of the second is sent in parts', async () => {
  server.faults.push((response) =>
    response.end(JSON.stringify({ results: [{ index: 0, relevance_score: 3.2 }] })),
  );
  const cohere = openReranker(`cohere:${server.url}`, settings);
  await expect(cohere.relevance('who', ['1'], soon())).rejects.toMatchObject({ reason: 'malformed' });
  const documents = Array.from({ length: 70 }, (_, n) => String(n / 10));
  const tei = openReranker(`tei:${server.url}`, { ...settings, model: null });
  expect(await tei.relevance('who', documents, soon())).toEqual(
    documents.map((logit) => sigmoid(Number(logit))),
  );
  expect(server.calls.slice(1).map(({ body }) => body.texts?.length)).toEqual([32, 32, 6]);
});

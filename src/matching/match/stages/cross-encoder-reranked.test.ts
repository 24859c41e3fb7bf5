import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asProbability } from '../../../contract/brands.ts';
import type { MatchResult } from '../../../contract/match.ts';
import { logit } from '../../../platform/numeric/logistic.ts';
import { aggregate } from '../../ranking/scoring/probability.ts';
import { openReranker } from '../../rerankers/open-reranker.ts';
import type { Reranker } from '../../rerankers/reranker.ts';
import { type RerankServerUnderTest, startRerankServer } from '../../rerankers/testing/rerank-server.ts';
import { evidenceOf } from '../rerank/rerank.ts';
import { type MatchWorld, miniDating, openMatchWorld, places } from '../testing/match-world.ts';

let server: RerankServerUnderTest;
let reranker: Reranker;
let timeoutMs: number;
let world: MatchWorld;

beforeAll(async () => {
  world = await openMatchWorld({
    reranking: {
      get reranker() {
        return reranker;
      },
      get timeoutMs() {
        return timeoutMs;
      },
    },
  });
  const put = (userId: string, about: string) =>
    world.put(miniDating, userId, { fields: { age: 30, goal: 'long_term', about }, at: places.lisbon });
  await put('me', 'Boats.');
  await put('a', 'Hills.');
  await put('b', 'Ships and sails.');
  await put('c', 'Trains.');
});
afterAll(() => world.close());

beforeEach(async () => {
  timeoutMs = 5000;
  server = await startRerankServer((query, document) =>
    query.includes('Boats') && document.includes('Ships') ? 3 : -3,
  );
  reranker = openReranker(`tei:${server.url}`, { model: 'm1', apiKey: null });
});
afterEach(() => server.close());

const ask = (more: Readonly<Record<string, unknown>> = {}) =>
  world.match({ user_id: 'me', explain: true, ...more });
const pinned = { cross_encoder: { model: 'domain' } };
const idsOf = ({ matches }: MatchResult) => matches.map(({ user_id }) => user_id);

describe('an external reranker', () => {
  it('reads profiles as text, adds its evidence in both directions, and is named', async () => {
    const own = await ask({ stages: pinned });
    expect(idsOf(own)).toEqual(['a', 'b', 'c']);
    expect(server.calls).toHaveLength(0);
    const result = await ask();
    expect(idsOf(result)[0]).toBe('b');
    expect(result.models_used.cross_encoder!.version).toBe(
      `${own.models_used.cross_encoder!.version}+tei:m1`,
    );
    expect(server.calls[0]!.body.query).toBe(
      'age: 30\ngoal: long term\ncity: Lisbon, Portugal\nabout: Boats.',
    );
    const before = own.matches.find(({ user_id }) => user_id === 'b')!;
    const [after] = result.matches;
    for (const direction of ['seeker_to_candidate', 'candidate_to_seeker'] as const) {
      const added = logit(after!.mutual![direction]) - logit(before.mutual![direction]);
      expect(added).toBeCloseTo(2 * Math.tanh(3), 6);
    }
    expect(after!.score).toBe(
      aggregate(
        'product',
        asProbability(after!.mutual!.seeker_to_candidate),
        asProbability(after!.mutual!.candidate_to_seeker),
      ),
    );
    expect(after!.stage_scores!.cross_encoder).toBe(after!.score);
    const sum = after!
      .terms!.filter(({ direction }) => direction !== 'candidate_to_seeker')
      .reduce((total, { log_odds }) => total + log_odds, 0);
    expect(sum).toBeCloseTo(logit(after!.mutual!.seeker_to_candidate), 9);
    expect(after!.terms!.find(({ name }) => name === 'reranker')!.log_odds).toBeCloseTo(2 * Math.tanh(3), 6);
  });

  it.each([
    ['failed', (response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end()],
    ['malformed', (response: { end(body: string): void }) => response.end('[{"index": 0, "score": null}]')],
  ] as const)('%s: the score without it stands, and the answer says so', async (reason, fault) => {
    const own = await ask({ stages: pinned });
    server.faults.push(fault as never, fault as never);
    const result = await ask();
    expect(result.degraded).toEqual([{ stage: 'cross_encoder', reason }]);
    expect(result.matches).toEqual(own.matches);
    expect(result.models_used).toEqual(own.models_used);
    expect(result.trace!.find(({ stage }) => stage === 'cross_encoder')!.note).toMatch(
      /the score without it stands/,
    );
  });

  it('too slow is failed, beyond the budget of the request is budget', async () => {
    server.faults.push(() => {});
    timeoutMs = 100;
    expect((await ask()).degraded).toEqual([{ stage: 'cross_encoder', reason: 'failed' }]);
    server.faults.push(() => {});
    timeoutMs = 60_000;
    const cut = { stage: 'cross_encoder', reason: 'budget' };
    expect((await ask({ budget_ms: 1000 })).degraded).toContainEqual(cut);
  });
});

it('evidence is bounded, in the order of relevance, and nothing in the middle', () => {
  expect(evidenceOf([])).toEqual([]);
  expect(evidenceOf([0.9])).toEqual([0]);
  const evidence = evidenceOf([0, 0.2, 0.5, 0.7, 1]);
  expect(evidence[2]).toBe(0);
  expect(evidence).toEqual(evidence.toSorted((a, b) => a - b));
  for (const points of evidence) expect(Math.abs(points)).toBeLessThanOrEqual(2);
});

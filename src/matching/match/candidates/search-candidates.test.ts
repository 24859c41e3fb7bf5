/**
 * A match over a search engine answers as one over the index in memory. People, scores and figures are the
 * same, whatever the indexer has taken in. The engine is the one of tests, whose order is not that of scores.
 * Everyone who passes comes up.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryLater } from '../../../contract/errors.ts';
import type { MatchResult } from '../../../contract/match.ts';
import { builtInLabels } from '../../../domains/active-domain.ts';
import { encoderId } from '../../../engines/encoders/text-encoder.ts';
import { ReferenceIndex } from '../../index/reference/reference-index.ts';
import { runIndexer } from '../../search-engine/indexer/run-indexer.ts';
import { LocalIndexes } from '../../search-engine/local/local-indexes.ts';
import { trustIndexes } from '../../search-engine/local/trust-indexes.ts';
import { SearchEngineInMemory } from '../../search-engine/opensearch/testing/search-engine-in-memory.ts';
import { createMatchService, type ReplayingMatchService } from '../create-match-service.ts';
import {
  identity,
  type MatchWorld,
  matchRequest,
  miniDating,
  NOW,
  openMatchWorld,
  places,
  readSeekerOf,
  resolvePlace,
  TENANT,
} from '../testing/match-world.ts';
import { chooseEngine } from './choose-engine.ts';

let world: MatchWorld;
let search: SearchEngineInMemory;
let locals: LocalIndexes;
let outside: ReplayingMatchService;
const people = Array.from({ length: 40 }, (_, n) => `p${n}`);
const inMemoryCalls: string[] = [];
const domain = miniDating.domain;

const putPerson = (n: number, age = 20 + ((n * 7) % 30)) => {
  const goal = ['long_term', 'casual', undefined][n % 3];
  return world.put(miniDating, `p${n}`, {
    fields: { age, ...(goal && { goal }), ...(n % 5 === 0 && { hobbies: ['chess', 'jazz'] }) },
    ...(n % 2 === 0 && { at: [places.lisbon, places.cascais, places.porto][n % 3]! }),
    ...(n % 4 !== 3 && { vector: [1, n / 10, (n % 5) - 2, 1 / (n + 1)] }),
    ...(n % 6 === 5 && { preferences: { age: { lt: 35 } } }),
    ...(n % 11 === 10 && { preferences: { exclude_user_ids: ['p0', 'p1'] } }),
    complete: n % 13 !== 12,
  });
};

beforeAll(async () => {
  world = await openMatchWorld();
  for (const n of people.keys()) await putPerson(n);
  const outcome = { seekerId: 'p0', weight: 1, matchId: null, at: '2026-02-01T00:00:00.000Z' };
  await world.store.outcomes.record(TENANT, domain, [
    { ...outcome, candidateId: 'p4', label: 'rejected' },
    { ...outcome, candidateId: 'p6', label: 'accepted' },
  ]);
  search = new SearchEngineInMemory();
  await index();
  openOutside();
});
afterAll(async () => {
  await locals.close();
  await world.close();
});

const profiles = () => world.store.profiles;
const searchIndexes = () => world.store.searchIndexes;

async function index(rounds = 4): Promise<void> {
  const { profiles, searchIndexes, statistics } = world.store;
  const parts = { profiles, searchIndexes, statistics, engine: search, owner: 'this store' };
  const errors: unknown[] = [];
  for (let n = 0; n < rounds; n++) {
    await runIndexer(
      { ...parts, clock: Date.now },
      {
        domains: async () => [{ tenant: TENANT, definition: miniDating }],
        untilMs: 0,
        signal: AbortSignal.timeout(30_000),
        onError: (error) => errors.push(error),
      },
    );
  }
  expect(errors).toEqual([]);
}

function openOutside(maxPeople = 1000): void {
  const { store } = world;
  locals = new LocalIndexes({
    profiles: store.profiles,
    searchIndexes: store.searchIndexes,
    engine: {
      create: (definition, sequence, encoder) => new ReferenceIndex(definition, sequence, encoder),
      release: () => undefined,
    },
    servingEncoder: async () => encoderId(identity),
    maxPeople,
    onPeopleChanged: () => undefined,
    followEveryMs: 0,
    onFailure: (error) => {
      throw error;
    },
  });
  const unused = async () => {
    throw new Error('the index in memory was asked');
  };
  outside = createMatchService({
    store,
    indexes: { ready: unused } as never,
    candidates: chooseEngine({
      inMemory: {
        candidates: async () => {
          inMemoryCalls.push('');
          return unused();
        },
      },
      outside: {
        search,
        locals,
        histories: store,
        searchIndexes: store.searchIndexes,
        isTrusted: trustIndexes(search, store.searchIndexes, Date.now),
        mayHaveIndex: () => true,
        clock: Date.now,
      },
    }),
    resolvePlace,
    domainFor: async () => ({
      ...{ definition: miniDating, labels: builtInLabels, threshold: 1000, engine: 'opensearch' },
    }),
    ensureVector: async () => null,
    readSeeker: readSeekerOf(new Map([[domain, miniDating]])),
    clock: () => Date.parse(NOW),
  });
}

const matchOutside = async (request: object): Promise<MatchResult> =>
  (await outside.match(TENANT, matchRequest({ domain, ...request }))).result;

const seekers = fc.oneof(
  fc.record({ user_id: fc.constantFrom('p0', 'p1', 'p2', 'p5') }),
  fc.record({
    profile: fc.constantFrom(
      {},
      { fields: { age: 33, goal: 'long_term' } },
      {
        fields: { age: 28, hobbies: ['chess'] },
        preferences: { age: { gte: 25 }, exclude_user_ids: ['p3'] },
      },
    ),
  }),
);

const options = fc.record(
  {
    limit: fc.integer({ min: 1, max: 60 }),
    explain: fc.boolean(),
    filters: fc.constantFrom(
      {},
      { age: { gte: 25, lte: 40 } },
      { goal: ['long_term'], exclude_user_ids: ['p3', 'p9', 'nobody'] },
      { exclude_outcomes: [] },
    ),
    reciprocal: fc.constantFrom('product', 'min', 'off'),
    candidate_user_ids: fc.uniqueArray(fc.constantFrom(...people, 'nobody'), { minLength: 1 }),
    stages: fc.record(
      {
        sql_filter: fc.boolean(),
        light_ml: fc.constantFrom(
          true,
          false,
          { top_k: 5 },
          { min_score: 0.4 },
          { top_k: 8, min_score: 0.3 },
        ),
        embedding: fc.boolean(),
        cross_encoder: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const requests = fc.tuple(seekers, options).map(([seeker, given]) => ({ ...seeker, ...given }));

/** Without what may differ: ids and times, and who is named of people that another machine has. */
function comparable({ match_id: _id, timings_ms: _times, trace, ...result }: MatchResult) {
  return {
    ...result,
    trace: trace?.map(({ dropped_examples: _examples, rules, note: _note, ...stage }) => ({
      ...stage,
      rules: rules
        ?.filter(({ dropped }) => dropped > 0)
        .map(({ example_user_ids: _, alone: _alone, ...rule }) => rule),
    })),
  };
}

const changes = fc.array(
  fc.oneof(
    fc.record({ put: fc.nat(45), age: fc.integer({ min: 18, max: 60 }) }),
    fc.record({ erase: fc.integer({ min: 6, max: 45 }) }),
    fc.constant('index' as const),
  ),
  { maxLength: 5 },
);

describe('a match over a search engine', () => {
  it('is the match over the index in memory, with any state of the indexer', async () => {
    let [matched, behind] = [0, 0];
    await fc.assert(
      fc.asyncProperty(requests, changes, async (request, all) => {
        for (const change of all) {
          if (change === 'index') await index(1);
          else if ('put' in change) await putPerson(change.put, change.age);
          else await profiles().erase(TENANT, `p${change.erase}`, null);
        }
        const expected = await world.match(request);
        const found = await matchOutside(request);
        expect(comparable(found)).toEqual(comparable(expected));
        matched += found.matches.length;
        const [serving] = await searchIndexes().ofDomain(TENANT, domain);
        if (serving!.watermark < (await profiles().lastSequence(TENANT, domain))) behind += 1;
      }),
      { numRuns: 200 },
    );
    expect(matched).toBeGreaterThan(500);
    expect(behind).toBeGreaterThan(50);
    expect(inMemoryCalls).toEqual([]);
  });

  it('shows no person erased while it runs, and says that more passed than were scored', async () => {
    await index(2);
    search.mostScored = 5;
    const bounded = await matchOutside({ user_id: 'p1', explain: true, limit: 3 });
    expect(bounded.degraded).toContainEqual({ stage: 'light_ml', reason: 'bounded' });
    const lightMl = bounded.trace!.find(({ stage }) => stage === 'light_ml')!;
    expect(lightMl.note).toContain('5 were scored');
    expect(lightMl.dropped.not_scored).toBe(lightMl.in - 5);
    search.mostScored = Number.POSITIVE_INFINITY;
    const [best] = bounded.matches;
    search.before = async (call) => {
      if (call === 'best') await profiles().erase(TENANT, best!.user_id, null);
    };
    const after = await matchOutside({ user_id: 'p1', limit: 100 });
    search.before = () => undefined;
    expect(after.matches.map(({ user_id }) => user_id)).not.toContain(best!.user_id);
    expect(after.matches.length).toBeGreaterThan(0);
  });

  it('refuses while the engine is away, the indexer is far behind, or the index is of another store', async () => {
    search.failure = retryLater('dependency_unavailable', 'away', 1000);
    await expect(matchOutside({ user_id: 'p1' })).rejects.toMatchObject({ code: 'dependency_unavailable' });
    search.failure = null;
    expect((await matchOutside({ user_id: 'p1' })).matches.length).toBeGreaterThan(0);
    await locals.close();
    openOutside(3);
    for (const n of [20, 21, 22, 23]) await putPerson(n, 33);
    await expect(matchOutside({ user_id: 'p1' })).rejects.toMatchObject({
      code: 'overloaded',
      details: { retry_after_ms: 5000 },
    });
    await index(2);
    expect((await matchOutside({ user_id: 'p1' })).matches.length).toBeGreaterThan(0);
    await locals.close();
    openOutside();
    const [serving] = await searchIndexes().ofDomain(TENANT, domain);
    await searchIndexes().change(serving!, serving!.lockToken, {
      lockToken: 'of a backup',
      previousLockToken: null,
    });
    await expect(matchOutside({ user_id: 'p1' })).rejects.toMatchObject({ code: 'warming_up' });
    await index(4);
    expect((await matchOutside({ user_id: 'p1' })).matches.length).toBeGreaterThan(0);
  });
});

/** A match with weights is a match in a domain whose terms have the weighted points. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInLabels } from '../../domains/active-domain.ts';
import { DomainDefinition } from '../../domains/definition.ts';
import { logit } from '../../platform/numeric/logistic.ts';
import { type MatchWorld, miniDating, openMatchWorld, places } from './testing/match-world.ts';

let world: MatchWorld;
/** The domain of the next match. */
let definition = miniDating;
const people = Array.from({ length: 36 }, (_, n) => `p${n}`);

beforeAll(async () => {
  world = await openMatchWorld({
    domainFor: async () => ({ definition, labels: builtInLabels, threshold: 1000 }),
  });
  for (const [n, userId] of people.entries()) {
    const hobbies = n % 2 === 0 ? ['chess', 'surf'] : ['jazz'];
    const about = n % 3 === 0 ? 'Chess and jazz.' : 'Waves.';
    await world.put(miniDating, userId, {
      fields: { age: 22 + ((n * 7) % 30), goal: n % 3 === 1 ? 'casual' : 'long_term', hobbies, about },
      ...(n % 5 !== 4 && { at: [places.lisbon, places.cascais, places.porto][n % 3]! }),
      ...(n % 4 !== 3 && {
        vector: [1, n / 10, (n % 5) - 2, 1],
        sentences: [{ text: about, vector: [1, n / 9, 0.5, 0] }],
      }),
    });
  }
});
afterAll(() => world.close());

const names = [...miniDating.scorecard.terms.map(({ name }) => name), 'text_similarity', 'sentences'];
/** Products that a scorecard can hold: its weights end at 10. */
const factors = fc.oneof(fc.constantFrom(0, 0.5, 1, 2, 10), fc.double({ min: 0, max: 10, noNaN: true }));
const weights = fc
  .uniqueArray(fc.constantFrom(...names))
  .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, factors]))))
  .map((one) => one as Record<string, number>);

const requests = fc.record(
  {
    user_id: fc.constantFrom('p0', 'p1', 'p4', 'p7'),
    reciprocal: fc.constantFrom('product', 'min', 'harmonic', 'off'),
    diversity: fc.constantFrom(0, 0.5),
    candidate_user_ids: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1 }),
    filters: fc.constantFrom({}, { age: { gte: 25, lte: 45 } }),
    stages: fc.record(
      {
        light_ml: fc.oneof(fc.boolean(), fc.constant({ top_k: 9, min_score: 0.1 })),
        embedding: fc.oneof(fc.boolean(), fc.constant({ top_k: 12 })),
        cross_encoder: fc.oneof(fc.boolean(), fc.constant({ top_k: 5, min_score: 0.05 })),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['user_id'] },
);

/** The domain file in which the points of the weighted terms are these. */
function withPoints(given: Readonly<Record<string, number>>): DomainDefinition {
  const { terms, head, cross_encoder, ...rest } = miniDating.scorecard;
  const times = (name: string) => given[name] ?? 1;
  const cosine = <Part extends { weight: number; weight_against: number }>(
    part: Part,
    name: string,
  ): Part => ({
    ...part,
    weight: part.weight * times(name),
    weight_against: part.weight_against * times(name),
  });
  return DomainDefinition.parse({
    ...miniDating,
    scorecard: {
      ...rest,
      terms: terms.map((term) => ({ ...term, weight: term.weight * times(term.name) })),
      head: cosine(head, 'text_similarity'),
      cross_encoder: { sentences: cosine(cross_encoder.sentences, 'sentences') },
    },
  });
}

async function matched(request: Record<string, unknown> & { user_id: string }, domain = miniDating) {
  definition = domain;
  const { matches, pipeline_stats, trace } = await world.match({ limit: 40, explain: true, ...request });
  return { matches, pipeline_stats, trace };
}

describe('weights', () => {
  it('give the answer of a domain with those points, explanation included', async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(requests, weights, async (request, given) => {
        const weighted = await matched({ ...request, weights: given });
        expect(weighted).toEqual(await matched(request, withPoints(given)));
        for (const { terms, mutual } of weighted.matches) {
          const off = Object.keys(given).filter((name) => given[name] === 0);
          expect(terms!.filter(({ name }) => off.includes(name))).toEqual([]);
          if (mutual === undefined) continue;
          for (const direction of ['seeker_to_candidate', 'candidate_to_seeker'] as const) {
            const sum = terms!
              .filter((term) => term.direction === direction || term.direction === 'both')
              .reduce((total, { log_odds }) => total + log_odds, 0);
            expect(sum).toBeCloseTo(logit(mutual[direction]), 6);
          }
        }
        const plain = await matched(request);
        if (JSON.stringify(plain.matches) !== JSON.stringify(weighted.matches)) moved += 1;
      }),
      { numRuns: 80 },
    );
    expect(moved).toBeGreaterThan(20);
  });

  it('of 1 change nothing, and the same request has the same scores', async () => {
    const ones = Object.fromEntries(names.map((name) => [name, 1]));
    expect(await matched({ user_id: 'p0', weights: ones })).toEqual(await matched({ user_id: 'p0' }));
    const twice = { user_id: 'p0', weights: { age: 3, distance: 0 } };
    expect(await matched(twice)).toEqual(await matched(twice));
  });

  it('take the terms of every tier, and refuse others with the names', async () => {
    definition = miniDating;
    const general = await world.match({ user_id: 'p0', weights: { city: 0, last_updated: 2 } });
    expect(general.models_used.light_ml!.tier).toBe('domain');
    const pins = {
      light_ml: { model: 'general' },
      embedding: { model: 'general' },
      cross_encoder: { model: 'general' },
    };
    const pinned = await world.match({ user_id: 'p0', weights: { city: 0 }, stages: pins, explain: true });
    expect(pinned.matches.flatMap(({ terms }) => terms!.filter(({ name }) => name === 'city'))).toEqual([]);
    await expect(world.match({ user_id: 'p0', weights: { intercept: 2, charm: 1 } })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'weights.intercept' }, { path: 'weights.charm' }] },
      message: expect.stringContaining(
        'goal, age, distance, hobbies_named, shared_words, text_similarity, sentences',
      ),
    });
  });
});

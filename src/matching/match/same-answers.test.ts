/**
 * The serving index gives the same answers as the reference index: whole answers, scores, counts and reasons.
 * Both run the same compiled programs. So the answers of `light_ml` are also compared with an oracle that
 * compiles nothing: it reads stored rows by `rowPasses` and by the comparators.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomUniform } from '../../platform/numeric/random-streams.ts';
import { lightMlOracle } from './testing/light-ml-oracle.ts';
import { type MatchWorld, miniDating, oneWay, openMatchWorld, places, work } from './testing/match-world.ts';

const PEOPLE = 120;
const numbers = randomUniform(5, 'people', 20 * PEOPLE).values();
const random = () => numbers.next().value!;
const oneOf = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

const everyone = Array.from({ length: PEOPLE }, (_, n) => `p${n}`);
let worlds: readonly MatchWorld[];

beforeAll(async () => {
  worlds = [await openMatchWorld({ index: 'segments' }), await openMatchWorld({ index: 'reference' })];
  for (let n = 0; n < PEOPLE; n++) {
    const person = aPerson();
    for (const world of worlds) {
      await world.put(miniDating, `p${n}`, person);
      await world.put(oneWay, `p${n}`, person);
    }
  }
});

afterAll(async () => {
  for (const world of worlds) await world.close();
});

function aPerson() {
  const age = 20 + Math.floor(random() * 40);
  return {
    fields: {
      ...(random() < 0.9 && { age }),
      ...(random() < 0.8 && { goal: oneOf(['long_term', 'casual']) }),
      ...(random() < 0.7 && { hobbies: [oneOf(['chess', 'surf']), 'jazz'] }),
    },
    ...(random() < 0.8 && { at: oneOf([places.lisbon, places.cascais, places.porto]) }),
    ...(random() < 0.8 && { vector: Array.from({ length: 4 }, () => random() - 0.5) }),
    ...(random() < 0.5 && { preferences: { age: { gte: age - 10, lte: age + 10 } } }),
    complete: random() < 0.95,
  };
}

const requests = [
  {},
  { filters: { age: { gte: 25, lt: 45 }, goal: 'long_term' } },
  { filters: { hobbies: { in: ['surf'] } }, diversity: 0.4 },
  { stages: { light_ml: { top_k: 20, min_score: 0.2 } } },
  { stages: { light_ml: false, embedding: { top_k: 30, min_score: 0.1 } } },
  { stages: { light_ml: false, embedding: false } },
  { stages: { sql_filter: false } },
  { stages: { light_ml: false, embedding: false, cross_encoder: false } },
  { reciprocal: 'min' },
] as const;

it.each([miniDating.domain, oneWay.domain])('gives the same answers in %s', async (domain) => {
  for (const request of requests) {
    for (let n = 0; n < 8; n++) {
      const given = { user_id: `p${n * 7}`, domain, explain: true, limit: 15, ...request };
      const [segments, reference] = await Promise.all(worlds.map((world) => world.match(given)));
      expect(segments!.matches, JSON.stringify(given)).toEqual(reference!.matches);
      expect(segments!.pipeline_stats).toEqual(reference!.pipeline_stats);
      expect(segments!.trace).toEqual(reference!.trace);
    }
  }
});

const onlyLightMl = { embedding: false, cross_encoder: false };
const lightMlRequests = [
  {},
  { filters: { age: { gte: 25, lt: 45 }, goal: 'long_term' } },
  { filters: { hobbies: { in: ['surf'] } } },
  { filters: { city_within_km: 100 } },
  { stages: { light_ml: { top_k: 20, min_score: 0.2 } } },
  { stages: { light_ml: { top_k: 5 } } },
  { reciprocal: 'min' },
  { reciprocal: 'off' },
] as const;

it.each([miniDating, oneWay])('gives the answers of the comparators in $domain', async (definition) => {
  const { domain } = definition;
  let shown = 0;
  for (const { stages, ...request } of lightMlRequests.map((lightMlRequest) => ({
    stages: {},
    ...lightMlRequest,
  }))) {
    for (let n = 0; n < 8; n++) {
      const seeker = `p${n * 7}`;
      const given = { ...request, stages: { ...stages, ...onlyLightMl } };
      const meant = await lightMlOracle(worlds[0]!.store, definition, seeker, everyone, given);
      if (meant === null) continue;
      for (const world of worlds) {
        const found = await world.match({ user_id: seeker, domain, limit: 15, ...given });
        const matches = found.matches.map(({ user_id, score }) => [user_id, score]);
        expect(matches, JSON.stringify(given)).toEqual(meant.slice(0, 15));
      }
      shown += meant.length;
    }
  }
  expect(shown).toBeGreaterThan(500);
});

it('gives the answers of the comparators where a term has no compiled form', async () => {
  // A seeker with both numbers has no fixed role: it depends on the candidate's numbers.
  const numbersOf = [{}, { wants: 30 }, { pays: 40 }, { wants: 35, pays: 45 }, { wants: 50, pays: 20 }];
  const ids = numbersOf.flatMap((_, n) => [`talent ${n}`, `job ${n}`]);
  for (const [n, fields] of numbersOf.entries()) {
    for (const side of ['talent', 'job']) {
      for (const world of worlds) await world.put(work, `${side} ${n}`, { fields: { side, ...fields } });
    }
  }
  for (const seeker of ids) {
    const meant = await lightMlOracle(worlds[0]!.store, work, seeker, ids, {});
    expect(meant).toHaveLength(numbersOf.length);
    for (const world of worlds) {
      const found = await world.match({ user_id: seeker, domain: work.domain, stages: onlyLightMl });
      expect(found.matches.map(({ user_id, score }) => [user_id, score])).toEqual(meant);
    }
  }
});

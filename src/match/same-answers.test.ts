/** The index that serves answers as the reference index does: whole answers, scores, counts and reasons. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomUniform } from '../tensor/random.ts';
import { type MatchWorld, miniDating, oneWay, openMatchWorld, places } from './testing/match-world.ts';

const PEOPLE = 120;
const numbers = randomUniform(5, 'people', 20 * PEOPLE).values();
const random = () => numbers.next().value!;
const oneOf = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;

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

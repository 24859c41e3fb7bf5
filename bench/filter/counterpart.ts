/**
 * Counterpart: the candidate index with its workers, queried as in a match. The points come from the same
 * scorecard.
 */
import { changeSequence, tenantId } from '../../src/contract/brands.ts';
import { DomainDefinition } from '../../src/domains/definition.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import type { CandidateIndex } from '../../src/matching/index/candidate-index.ts';
import { compileTerms } from '../../src/matching/ranking/compile/compile-terms.ts';
import type { Person } from '../../src/matching/ranking/scoring/person.ts';
import { type ReadyTerm, readyTerm } from '../../src/matching/ranking/scoring/ready-term.ts';
import { WORLD_MS, type World } from '../world/generate-people.ts';
import type { Competitor, FilterQuery } from './competitor.ts';
import type { FlatPeople } from './flat-people.ts';

const PAGE = 1000;
export const TENANT = tenantId('ten_bench');

/**
 * Goal, age, place and attachment style: the first score of the shipped dating scorecard, in the competitors'
 * order.
 */
const dating = shippedDomain('dating')!;
const termNamed = (name: string) => dating.scorecard.terms.find((term) => term.name === name)!;
export const definition = DomainDefinition.parse({
  ...dating,
  scorecard: {
    ...dating.scorecard,
    terms: ['relationship_goal', 'age_gap', 'distance', 'attachment'].map(termNamed),
  },
});
export const terms: readonly ReadyTerm[] = definition.scorecard.terms.map((term) =>
  readyTerm(definition, term, WORLD_MS),
);
export const intercept = definition.scorecard.intercept;

export function counterpart(index: CandidateIndex, world: World, seeker: Person): Competitor {
  let names: FlatPeople['names'];
  return {
    name: 'Counterpart',
    async load(people) {
      names = people.names;
      for (let from = 0; from < people.rows; from += PAGE) {
        const to = Math.min(people.rows, from + PAGE);
        const upserts = Array.from({ length: to - from }, (_, at) => world.person(from + at));
        index.apply({ upserts, deletes: [], sequence: changeSequence(1) });
        if (from % 1_000_000 === 0) await new Promise(setImmediate);
      }
    },
    async best(query) {
      const { selection } = await index.select([{ reason: 'filters', keep: clausesOf(query, names) }]);
      const compiled = compileTerms(terms, {
        definition,
        codes: index.codes,
        seeker,
        nowMs: WORLD_MS,
        twoWay: false,
      });
      if (compiled === null) throw new Error('a term of the scorecard has no compiled form');
      const { rows } = await index.rank(
        selection,
        {
          program: {
            intercept,
            terms: compiled,
            personEffects: null,
            aggregation: 'off',
            calibration: null,
          },
          personEffects: null,
        },
        { topK: query.k, minScore: 0 },
      );
      selection.release();
      return rows;
    },
    close: async () => undefined,
  };
}

function clausesOf({ genders, ages: [gte, lte] }: FilterQuery, names: FlatPeople['names']) {
  return [
    { op: 'in', field: 'gender', values: genders.map((code) => names.gender[code - 1]!) },
    { op: 'gte', field: 'age', value: gte },
    { op: 'lte', field: 'age', value: lte },
  ] as const;
}

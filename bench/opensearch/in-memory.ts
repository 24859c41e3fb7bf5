/** Our index, with its workers, queried as in a match. */
import { changeSequence, rowNumber } from '../../src/contract/brands.ts';
import { compileTerms } from '../../src/matching/ranking/compile/compile-terms.ts';
import { WORLD_MS } from '../world/generate-people.ts';
import { openBenchIndex } from '../world/open-index.ts';
import { definition, type Search, scorecard, terms, world } from './searches.ts';

const PAGE = 1000;

export function openInMemory() {
  const { index, close } = openBenchIndex(definition);
  return {
    async load(people: number) {
      const started = performance.now();
      for (let from = 0; from < people; from += PAGE) {
        const upserts = Array.from({ length: Math.min(PAGE, people - from) }, (_, at) =>
          world.person(from + at),
        );
        index.apply({ upserts, deletes: [], sequence: changeSequence(from + upserts.length) });
        await new Promise(setImmediate);
      }
      const bytes = Object.values(index.memory()).reduce((sum, part) => sum + part, 0);
      return { seconds: (performance.now() - started) / 1000, bytes };
    },
    async best({ seeker, userId, steps }: Search, topK: number) {
      const self = { reason: 'self', drop: [index.rowOf(userId)!] };
      const { selection } = await index.select([self, ...steps]);
      const compiled = compileTerms(terms, {
        definition,
        codes: index.codes,
        seeker,
        nowMs: WORLD_MS,
        twoWay: true,
      });
      if (compiled === null) throw new Error('a term of the scorecard has no compiled form');
      const program = {
        intercept: scorecard.intercept,
        terms: compiled,
        personEffects: null,
        aggregation: definition.reciprocal,
        calibration: null,
      };
      const { rows } = await index.rank(selection, { program, personEffects: null }, { topK, minScore: 0 });
      const passing = selection.size;
      selection.release();
      return {
        userIds: Array.from(rows, (row) => index.userIdOf(rowNumber(row))!),
        passing,
        scored: passing,
      };
    },
    close,
  };
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type NeighbourTable,
  neighbourScore,
  neighboursAmong,
  scoresFrom,
  scoresTowards,
} from './neighbour-table.ts';
import { type PersonLink, personLinks } from './person-links.ts';

const PEOPLE = 8;
const links = fc.array(
  fc.uniqueArray(
    fc.record({
      column: fc.integer({ min: 0, max: PEOPLE - 1 }),
      value: fc.float({ min: Math.fround(0.01), max: 1, noNaN: true }),
    }),
    { selector: ({ column }) => column },
  ),
  { minLength: PEOPLE, maxLength: PEOPLE },
);
const tables = fc.record({ alike: links, chosen: links });
const tableOf = (given: Readonly<Record<'alike' | 'chosen', PersonLink[][]>>): NeighbourTable => ({
  alike: personLinks(given.alike),
  chosen: personLinks(given.chosen),
  weight: 1,
  unit: 0.5,
});
const people = [...Array(PEOPLE).keys()];

it('scores pairs and whole columns of both directions to the same bit, as the definition says', () =>
  fc.assert(
    fc.property(tables, (given) => {
      const table = tableOf(given);
      for (const rater of people) {
        const from = scoresFrom(table, rater);
        for (const rated of people) {
          const score = neighbourScore(table, rater, rated);
          expect(from[rated]).toBe(score);
          expect(scoresTowards(table, rated)[rater]).toBe(score);
          const plain = given.alike[rater]!.reduce((sum, { column, value }) => {
            const choice = given.chosen[column]!.find((one) => one.column === rated);
            return sum + value * (choice?.value ?? 0);
          }, 0);
          expect(score).toBeCloseTo(plain, 5);
        }
      }
      expect(neighbourScore(table, -1, 0)).toBe(0);
      expect(neighbourScore(table, 0, -1)).toBe(0);
      expect(scoresFrom(table, -1)).toEqual(new Float64Array(PEOPLE));
    }),
    { numRuns: 50 },
  ));

it('without some people scores the others as if those had never chosen or been chosen', () =>
  fc.assert(
    fc.property(tables, fc.subarray(people, { minLength: 1 }), (given, kept) => {
      const left = neighboursAmong(tableOf(given), kept);
      const isKept = ({ column }: PersonLink) => kept.includes(column);
      const among = (all: readonly PersonLink[][]) =>
        all.map((row, person) => (kept.includes(person) ? row.filter(isKept) : []));
      const expected = tableOf({ alike: among(given.alike), chosen: among(given.chosen) });
      kept.forEach((rater, a) => {
        kept.forEach((rated, b) => {
          expect(neighbourScore(left, a, b)).toBe(neighbourScore(expected, rater, rated));
        });
      });
    }),
    { numRuns: 50 },
  ));

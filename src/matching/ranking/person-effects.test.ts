import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type PersonEffects,
  personEvidence,
  personPoints,
  personShrinkage,
  uncertaintyShrinkage,
} from './person-effects.ts';

const PEOPLE = 3;
const DIMENSION = 2;
const floats = (length: number, least = -2) =>
  fc
    .array(fc.float({ min: least, max: 2, noNaN: true }), { minLength: length, maxLength: length })
    .map((values) => Float32Array.from(values));
const tables: fc.Arbitrary<PersonEffects> = fc.record({
  userIds: fc.constant(['a', 'b', 'c']),
  selectivity: floats(PEOPLE),
  desirability: floats(PEOPLE),
  selectivityVariance: floats(PEOPLE, 0),
  desirabilityVariance: floats(PEOPLE, 0),
  unknown: fc.record({
    selectivity: fc.double({ min: 0, max: 2, noNaN: true }),
    desirability: fc.double({ min: 0, max: 2, noNaN: true }),
  }),
  dimension: fc.constant(DIMENSION),
  taste: floats(PEOPLE * DIMENSION),
  appeal: floats(PEOPLE * DIMENSION),
});
/** -1: a person without an entry. */
const position = fc.integer({ min: -1, max: PEOPLE - 1 });

it('sums the effects of a pair to what the explanation shows of them, known or not', () => {
  fc.assert(
    fc.property(tables, position, position, (table, rater, rated) => {
      const { selectivity, desirability, affinity, variance } = personEvidence(table, rater, rated);
      // Adding 0 makes 0 of -0.
      expect(personPoints(table, rater, rated) + 0).toBe(selectivity + desirability + affinity + 0);
      expect(personShrinkage(table, rater, rated)).toBe(uncertaintyShrinkage(variance));
    }),
  );
});

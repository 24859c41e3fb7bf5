import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asLogOdds, asProbability } from '../../../contract/brands.ts';
import { addLogOdds, logOddsOf, probabilityOf } from './probability.ts';

test('log-odds and probabilities are inverse to each other', () => {
  fc.assert(
    fc.property(fc.double({ min: -20, max: 20, noNaN: true }), (points) => {
      expect(logOddsOf(probabilityOf(asLogOdds(points)))).toBeCloseTo(points, 6);
    }),
  );
});

test('a number outside [0, 1] is no probability', () => {
  for (const value of [-0.01, 1.01, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => asProbability(value)).toThrow(RangeError);
  }
  expect([asProbability(0), asProbability(1)]).toEqual([0, 1]);
});

test('units are not mixed up', () => {
  const even = asProbability(0.5);
  // @ts-expect-error -- a probability has no probability
  probabilityOf(even);
  // @ts-expect-error -- a plain number has no unit
  addLogOdds(asLogOdds(1), 2);
  expect(addLogOdds(asLogOdds(1), logOddsOf(even))).toBe(1);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quantileOfWaits } from './waits-of-turns.ts';

it('is the rest of a turn: of one turn, half of it for half of the arrivals', () => {
  expect(quantileOfWaits([8], 0.5)).toBe(4);
  expect(quantileOfWaits([8], 0.75)).toBe(6);
  // Half of the time is the long turn's, so one arrival in ten waits for more than its last 8 of 10.
  expect(quantileOfWaits([10, ...Array.from({ length: 10 }, () => 1)], 0.9)).toBeCloseTo(8);
});

it('is exceeded by the rest of the arrivals', () => {
  const lengths = fc.array(fc.double({ min: 0.1, max: 50, noNaN: true }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(lengths, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (turns, share) => {
      const wait = quantileOfWaits(turns, share);
      const total = turns.reduce((sum, turn) => sum + turn, 0);
      const exceeded = turns.reduce((sum, turn) => sum + Math.max(0, turn - wait), 0) / total;
      expect(exceeded).toBeCloseTo(1 - share, 9);
    }),
  );
});

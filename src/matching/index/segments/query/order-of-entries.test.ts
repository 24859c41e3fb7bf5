import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderOfEntries } from './order-of-entries.ts';

/** Few distinct scores, and scores that differ in their last bits alone. */
const anyScore = fc.oneof(
  fc.constantFrom(0, -0, 0.5, 0.5 + Number.EPSILON, 1, -1, Number.NEGATIVE_INFINITY),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ noNaN: true }),
);

it('is that of a sort by score, tie hash and row', () => {
  const entry = fc.tuple(anyScore, fc.constantFrom(0, 7, 2 ** 32 - 1));
  const entries = fc.oneof(
    fc.array(entry, { maxLength: 80 }),
    fc.array(entry, { minLength: 200, maxLength: 3000, size: 'max' }),
  );
  fc.assert(
    fc.property(entries, fc.boolean(), (given, isReversed) => {
      const size = given.length;
      const scores = Float64Array.from(given, ([score]) => score);
      const ties = Uint32Array.from(given, ([, tie]) => tie);
      const rows = Uint32Array.from(given.keys(), (at) => (isReversed ? size - at : at));
      const positions = [...given.keys()];
      const expected = positions.sort(
        (a, b) => order(scores[b]!, scores[a]!) || ties[a]! - ties[b]! || rows[a]! - rows[b]!,
      );
      expect([...orderOfEntries({ scores, ties, rows }, size).subarray(0, size)]).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

const order = (a: number, b: number) => (a < b ? -1 : Number(a > b));

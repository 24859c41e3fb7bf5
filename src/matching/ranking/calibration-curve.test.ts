import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asLogOdds } from '../../contract/brands.ts';
import { calibrate } from './calibration-curve.ts';

const rise = fc.tuple(
  fc.double({ min: 0.01, max: 3, noNaN: true }),
  fc.double({ min: 0.01, max: 3, noNaN: true }),
);
const knotsOf = fc.array(rise, { minLength: 1, maxLength: 64 }).map((rises) => {
  let [x, y] = [-20, -30];
  return rises.map(([dx, dy]): [number, number] => {
    [x, y] = [x + dx, y + dy];
    return [x, y];
  });
});

it('interpolates between the two knots around a sum, and goes on with slope 1 beyond both ends', () => {
  fc.assert(
    fc.property(knotsOf, fc.double({ min: -25, max: 200, noNaN: true }), (knots, x) => {
      const [first, last] = [knots[0]!, knots.at(-1)!];
      const above = knots.findIndex(([knot]) => knot > x);
      const expected =
        above === 0
          ? first[1] + (x - first[0])
          : above === -1
            ? last[1] + (x - last[0])
            : between(knots[above - 1]!, knots[above]!, x);
      expect(calibrate({ kind: 'isotonic', knots }, asLogOdds(x))).toBeCloseTo(expected, 9);
    }),
  );
});

it('gives the value of a knot at the knot', () => {
  fc.assert(
    fc.property(knotsOf, (knots) => {
      for (const [x, y] of knots)
        expect(calibrate({ kind: 'isotonic', knots }, asLogOdds(x))).toBeCloseTo(y, 9);
    }),
  );
});

function between(start: readonly [number, number], end: readonly [number, number], x: number): number {
  return start[1] + ((x - start[0]) / (end[0] - start[0])) * (end[1] - start[1]);
}

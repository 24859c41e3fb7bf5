import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codebookOf, nearestCode } from './nearest-code.ts';

/** Every sum in full, in the same order; the lowest code of equals. */
function plainSearch(centers: Float32Array, vector: Float64Array): number {
  const sums = Array.from({ length: centers.length / vector.length }, (_, code) =>
    vector.reduce((sum, value, w) => sum + (value - centers[code * vector.length + w]!) ** 2, 0),
  );
  return sums.indexOf(Math.min(...sums));
}

describe('the nearest code', () => {
  it('equals that of a full search, also in ties', () => {
    // Few different values, so that ties and equal centres are common.
    const value = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.float({ noNaN: true, min: -1, max: 1 }));
    const problem = fc.integer({ min: 1, max: 21 }).chain((width) =>
      fc.record({
        centers: fc.array(fc.array(value, { minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 40,
        }),
        vector: fc.array(value, { minLength: width, maxLength: width }),
      }),
    );
    fc.assert(
      fc.property(problem, ({ centers, vector }) => {
        const rows = Float32Array.from(centers.flat());
        const codebook = codebookOf(rows, vector.length);
        expect(nearestCode(codebook, Float64Array.from(vector))).toBe(
          plainSearch(rows, Float64Array.from(vector)),
        );
      }),
      { numRuns: 500 },
    );
  });
});

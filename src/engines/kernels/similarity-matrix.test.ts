import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dot } from '../../platform/numeric/vectors.ts';
import { SimilarityMatrix } from './similarity-matrix.ts';

const worlds = fc.record({
  n: fc.integer({ min: 1, max: 40 }),
  D: fc.integer({ min: 1, max: 300 }),
  seed: fc.nat(),
});

it('is the largest dot product with one of the chosen, bit for bit, and 0 for a row without a vector', () => {
  fc.assert(
    fc.property(worlds, fc.array(fc.nat(), { maxLength: 6 }), ({ n, D, seed }, picks) => {
      const vectors = Array.from({ length: n }, (_, i) =>
        i % 5 === 4
          ? null
          : Float32Array.from({ length: D }, (__, d) => Math.sin(seed + 7 * i + 13 * d * (i + 1))),
      );
      const matrix = new SimilarityMatrix(vectors);
      const chosen = picks.map((pick) => pick % n);
      for (const position of chosen) matrix.choose(position);
      vectors.forEach((vector, i) => {
        const dots = chosen.map((one) => {
          const other = vectors[one]!;
          return vector === null || other === null ? 0 : dot(vector, other);
        });
        expect(matrix.maxSimilarities[i]).toBe(Math.max(0, ...dots));
      });
    }),
    { numRuns: 100 },
  );
});

it('takes a larger matrix after a small one', () => {
  new SimilarityMatrix([Float32Array.of(1)]).choose(0);
  const large = new SimilarityMatrix(
    Array.from({ length: 1000 }, (_, i) => new Float32Array(256).fill(i / 1000)),
  );
  large.choose(500);
  expect(large.maxSimilarities[999]).toBe(
    dot(new Float32Array(256).fill(0.999), new Float32Array(256).fill(0.5)),
  );
});

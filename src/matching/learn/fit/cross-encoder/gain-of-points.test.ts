import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sigmoid } from '../../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { gainOf } from './gain-of-points.ts';

/** Outcomes by the log-odds of the other parts and of the points; the offsets have the level wrong. */
function world(seed: number, level: number, strength: number, count = 400) {
  const random = new SeededRandom(seed);
  const drawn = Array.from({ length: count }, () => {
    const [known, hidden] = [random.between(-2, 2), random.between(-2, 2)];
    return { known, hidden, label: Number(random.uniform() < sigmoid(known + strength * hidden - 1)) };
  });
  const residuals = {
    raters: Uint32Array.from(drawn, (_, n) => n % 40),
    rated: Uint32Array.from(drawn, (_, n) => n),
    labels: Uint8Array.from(drawn, ({ label }) => label),
    weights: Float64Array.from(drawn, (_, n) => [0.5, 1, 2][n % 3]!),
    offsets: Float64Array.from(drawn, ({ known }) => known + level),
    shrinkFactors: Float64Array.from(drawn, (_, n) => [0.4, 0.7, 1][n % 3]!),
  };
  return { residuals, rows: Uint32Array.from(drawn.keys()), hidden: drawn.map(({ hidden }) => hidden) };
}

it('says nothing for a network that learned a level alone, however wrong the level was', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.double({ min: -4, max: 4, noNaN: true }),
      fc.double({ min: -4, max: 4, noNaN: true }),
      (seed, level, learned) => {
        const { residuals, rows } = world(seed, level, 0);
        const shrinkFactors = residuals.shrinkFactors.map(() => 1);
        const { before, after, orderBefore, orderAfter } = gainOf(
          { ...residuals, shrinkFactors },
          rows,
          new Float64Array(rows.length).fill(learned),
        );
        expect(after).toBeCloseTo(before, 3);
        expect(orderAfter).toBeCloseTo(orderBefore, 9);
        const { before: one, after: other } = gainOf(
          residuals,
          rows,
          new Float64Array(rows.length).fill(learned),
        );
        // The factor on points differs by row, so the slope may be used by a little.
        expect(one - other).toBeLessThan(0.02);
      },
    ),
    { numRuns: 30 },
  );
});

it('finds what the other parts do not know, in loss and in order', () => {
  const { residuals, rows, hidden } = world(3, 2, 1, 1000);
  const { before, after, error, orderBefore, orderAfter } = gainOf(
    residuals,
    rows,
    Float64Array.from(hidden),
  );
  expect(before - after).toBeGreaterThan(4 * error);
  expect(orderAfter).toBeGreaterThan(orderBefore + 0.05);
});

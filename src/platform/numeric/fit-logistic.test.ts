import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asLogOdds } from '../../contract/brands.ts';
import { fitLogistic, type LogisticProblem, logLossOf } from './fit-logistic.ts';
import { sigmoid } from './logistic.ts';
import { SeededRandom } from './seeded-random.ts';
import { rowDot, SparseRowsBuilder } from './sparse-rows.ts';

const D = 6;

function problemOf(seed: number, N = 80): LogisticProblem {
  const random = new SeededRandom(seed);
  const builder = new SparseRowsBuilder(D);
  for (let n = 0; n < N; n++) {
    for (let d = 0; d < D; d++) if (random.uniform() < 0.5) builder.add(d, random.uniform() * 4 - 2);
    builder.endRow();
  }
  return {
    x: builder.build(),
    rows: Uint32Array.from({ length: N }, (_, n) => n).filter((n) => n % 7 !== 0),
    labels: Uint8Array.from({ length: N }, () => Number(random.uniform() < 0.4)),
    weights: Float64Array.from({ length: N }, () => 0.2 + random.uniform()),
    offsets: Float64Array.from({ length: N }, () => random.uniform() - 0.5),
    precision: Float64Array.from({ length: D }, () => 0.1 + random.uniform()),
    stiff: [{ a: 1, b: 2, stiffness: 3 }],
  };
}

/** Written out, as the file's opening has it. */
function objective(
  { x, rows, labels, weights, offsets, precision, stiff }: LogisticProblem,
  theta: Float64Array,
) {
  let sum = 0;
  for (const n of rows) {
    const p = sigmoid(offsets[n]! + rowDot(x, n, theta));
    sum -= weights[n]! * Math.log(labels[n] === 1 ? p : 1 - p);
  }
  theta.forEach((value, d) => {
    sum += 0.5 * precision[d]! * value * value;
  });
  for (const { a, b, stiffness } of stiff) sum += 0.5 * stiffness * (theta[a]! - theta[b]!) ** 2;
  return sum;
}

describe('penalised logistic regression', () => {
  it('ends where no step makes it better', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (seed) => {
        const problem = problemOf(seed);
        const { theta } = fitLogistic(problem);
        const least = objective(problem, theta);
        for (let d = 0; d < D; d++) {
          for (const step of [-0.02, 0.02]) {
            const moved = theta.slice();
            moved[d]! += step;
            expect(objective(problem, moved)).toBeGreaterThan(least);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('gives its curvature', () => {
    const problem = problemOf(3);
    const { theta, curvature } = fitLogistic(problem);
    for (let d = 0; d < D; d++) {
      const at = (step: number) => objective(problem, theta.with(d, theta[d]! + step));
      expect((at(0.01) - 2 * at(0) + at(-0.01)) / 1e-4).toBeCloseTo(curvature[d]!, 2);
    }
  });

  it('leaves what is held, and reads only its rows', () => {
    const problem = problemOf(4);
    const start = new Float64Array(D).fill(0.7);
    const held = Uint8Array.of(0, 1, 0, 0, 1, 0);
    const { theta } = fitLogistic({ ...problem, start, held });
    expect([theta[1], theta[4]]).toEqual([0.7, 0.7]);
    const labels = problem.labels.map((label, n) => (n % 7 === 0 ? 1 - label : label));
    expect(fitLogistic({ ...problem, labels }).theta).toEqual(fitLogistic(problem).theta);
  });

  it('has a loss that never overflows', () => {
    expect(logLossOf(1, asLogOdds(-800))).toBe(800);
    expect(logLossOf(0, asLogOdds(0))).toBeCloseTo(Math.LN2, 12);
    expect(logLossOf(1, asLogOdds(800))).toBeGreaterThanOrEqual(0);
  });
});

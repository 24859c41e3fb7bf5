import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { fitLine, type LabelledLogOdds, PRIOR_OUTCOMES } from './fit-line.ts';

function rowsOf({ labels }: LabelledLogOdds): Uint32Array {
  return Uint32Array.from(labels.keys());
}

function meanOf({ logOdds, weights }: LabelledLogOdds, { slope, offset }: ReturnType<typeof fitLine>) {
  const mass = weights.reduce((sum, weight) => sum + weight, 0);
  return logOdds.reduce((sum, x, n) => sum + weights[n]! * sigmoid(slope * x + offset), 0) / mass;
}

const outcome = fc.record({
  x: fc.double({ min: -6, max: 6, noNaN: true }),
  label: fc.constantFrom(0, 1),
});
const outcomes = fc.array(outcome, { minLength: 1, maxLength: 80 }).map((rows) => ({
  logOdds: Float64Array.from(rows, ({ x }) => x),
  labels: Uint8Array.from(rows, ({ label }) => label),
  weights: new Float64Array(rows.length).fill(1),
}));
const rate = fc.double({ min: 0.02, max: 0.98, noNaN: true });

describe('level and temperature', () => {
  it('give the mean of the posterior of the beta prior', () => {
    fc.assert(
      fc.property(outcomes, rate, (given, believed) => {
        const line = fitLine(given, rowsOf(given), believed);
        const chosen = given.labels.reduce((sum, label) => sum + label, 0);
        const posterior = (chosen + PRIOR_OUTCOMES * believed) / (given.labels.length + PRIOR_OUTCOMES);
        expect(meanOf(given, line)).toBeCloseTo(posterior, 4);
        expect(line.slope).toBeGreaterThan(0);
      }),
    );
  });

  it('stay where outcomes agree with what was believed', () => {
    const random = new SeededRandom(4);
    const logOdds = Float64Array.from({ length: 4000 }, () => 1.2 * random.normal());
    const labels = Uint8Array.from(logOdds, (x) => Number(random.uniform() < sigmoid(x)));
    const given = { logOdds, labels, weights: new Float64Array(4000).fill(1) };
    const { slope, offset } = fitLine(given, rowsOf(given), null);
    expect(slope).toBeCloseTo(1, 0);
    expect(Math.abs(offset)).toBeLessThan(0.1);
  });

  it('come from outcomes once there are many, and hardly from a few', () => {
    const random = new SeededRandom(6);
    const logOdds = Float64Array.from({ length: 3000 }, () => 2 * random.normal());
    const labels = Uint8Array.from(logOdds, (x) => Number(random.uniform() < sigmoid(0.5 * x - 1)));
    const given = { logOdds, labels, weights: new Float64Array(3000).fill(1) };
    const all = fitLine(given, rowsOf(given), null);
    expect(all.slope).toBeCloseTo(0.5, 1);
    expect(all.offset).toBeCloseTo(-1, 0);
    const few = fitLine(given, rowsOf(given).subarray(0, 10), null);
    expect(Math.abs(few.slope - 1)).toBeLessThan(0.35);
  });

  it('are finite for log-odds of any size', () => {
    const extreme = fc.array(
      fc.record({ x: fc.constantFrom(-500, -40, 0, 40, 500), label: fc.constantFrom(0, 1) }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(extreme, rate, (rows, believed) => {
        const given = {
          logOdds: Float64Array.from(rows, ({ x }) => x),
          labels: Uint8Array.from(rows, ({ label }) => label),
          weights: new Float64Array(rows.length).fill(1),
        };
        const { slope, offset } = fitLine(given, rowsOf(given), believed);
        expect(Number.isFinite(slope) && Number.isFinite(offset)).toBe(true);
        expect(slope).toBeGreaterThan(0);
      }),
    );
  });
});

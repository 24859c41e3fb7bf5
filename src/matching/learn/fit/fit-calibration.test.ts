import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asLogOdds } from '../../../contract/brands.ts';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { calibrate, curveFor, SideCurves } from '../../ranking/calibration-curve.ts';
import { expectedCalibrationError } from '../evaluate/calibration.ts';
import { chooseAggregation } from './choose-aggregation.ts';
import { fitCalibration, type HeldOutLogOdds } from './fit-calibration.ts';

/** Outcomes whose true log-odds are `truth` of the predicted ones. */
function outcomes(
  N: number,
  truth: (predicted: number, side: string | null) => number,
  sides: (string | null)[],
) {
  const random = new SeededRandom(12);
  const logOdds = Float64Array.from({ length: N }, () => 1.5 * random.normal());
  const held: HeldOutLogOdds = {
    logOdds,
    labels: Uint8Array.from(logOdds, (predicted, n) =>
      Number(random.uniform() < sigmoid(truth(predicted, sides[n % sides.length]!))),
    ),
    weights: new Float64Array(N).fill(1),
    sides: Array.from({ length: N }, (_, n) => sides[n % sides.length]!),
    folds: Uint8Array.from({ length: N }, (_, n) => n % 5),
  };
  return held;
}

function errorOf(
  { logOdds, labels, weights, sides }: HeldOutLogOdds,
  curves: ReturnType<typeof fitCalibration>,
) {
  const scores = logOdds.map((predicted, n) =>
    sigmoid(calibrate(curveFor(curves, sides[n]!), asLogOdds(predicted))),
  );
  return expectedCalibrationError({ scores, labels, weights, clusters: new Uint32Array(labels.length) })(
    Float64Array.of(1),
  );
}

describe('calibration', () => {
  it('hardly changes what is right', () => {
    const { default: curve } = fitCalibration(
      outcomes(3000, (predicted) => predicted, [null]),
      null,
    );
    for (const x of [-2, 0, 2]) expect(Math.abs(calibrate(curve, asLogOdds(x)) - x)).toBeLessThan(0.25);
  });

  it('finds the line where scores are too sure of themselves', () => {
    const { default: curve } = fitCalibration(
      outcomes(4000, (predicted) => 0.5 * predicted - 0.7, [null]),
      null,
    );
    expect(curve.kind).toBe('platt');
    expect(calibrate(curve, asLogOdds(0))).toBeCloseTo(-0.7, 0);
    expect(calibrate(curve, asLogOdds(1)) - calibrate(curve, asLogOdds(0))).toBeCloseTo(0.5, 0);
  });

  it('bends where a line does not do', () => {
    const held = outcomes(6000, (predicted) => (predicted < 0 ? 0.1 * predicted : 2.5 * predicted) - 1, [
      null,
    ]);
    const curves = fitCalibration(held, null);
    expect(curves.default.kind).toBe('isotonic');
    expect(errorOf(held, curves)).toBeLessThan(0.03);
  });

  it('is each side’s own', () => {
    const held = outcomes(4000, (predicted, side) => predicted + (side === 'job' ? 1 : -1), [
      'job',
      'talent',
    ]);
    const curves = fitCalibration(held, null);
    expect(calibrate(curves.sides.job!, asLogOdds(0))).toBeGreaterThan(0.7);
    expect(calibrate(curves.sides.talent!, asLogOdds(0))).toBeLessThan(-0.7);
    expect(errorOf(held, curves)).toBeLessThan(0.03);
  });

  it('is shrunk to the believed rate where a side has few outcomes', () => {
    const sides = ['job', ...new Array<string>(99).fill('talent')];
    const held = outcomes(1000, (predicted, side) => predicted + (side === 'job' ? 3 : -1), sides);
    const { sides: curves, default: all } = fitCalibration(held, null);
    const rise = calibrate(curves.job!, asLogOdds(0)) - calibrate(all, asLogOdds(0));
    expect(rise).toBeGreaterThan(0);
    expect(rise).toBeLessThan(2);
  });

  it('takes refusals alone for a low level, and choices alone for none', () => {
    const refused = outcomes(200, () => -9, [null]);
    const { default: curve } = fitCalibration(refused, 0.4);
    expect(sigmoid(calibrate(curve, asLogOdds(0)))).toBeLessThan(0.1);
    const chosen = { ...refused, labels: refused.labels.map(() => 1) };
    expect(fitCalibration(chosen, 0.4).default).toEqual({ kind: 'identity' });
  });
});

describe('aggregation', () => {
  const pairs = (N: number, truth: (a: number, b: number) => number) => {
    const random = new SeededRandom(5);
    const forward = Float64Array.from({ length: N }, () => random.uniform());
    const backward = Float64Array.from({ length: N }, () => random.uniform());
    const labels = forward.map((p, n) => Number(random.uniform() < truth(p, backward[n]!)));
    return { forward, backward, labels: Uint8Array.from(labels) };
  };

  it('keeps the declared way unless another is clearly better', () => {
    expect(
      chooseAggregation(
        'product',
        pairs(3000, (a, b) => a * b),
      ).aggregation,
    ).toBe('product');
    expect(
      chooseAggregation(
        'product',
        pairs(3000, (a, b) => (Math.min(a, b) > 0.6 ? 0.9 : 0.02)),
      ).aggregation,
    ).toBe('min');
    expect(
      chooseAggregation(
        'min',
        pairs(50, (a, b) => a * b),
      ),
    ).toEqual({ aggregation: 'min', figures: {} });
    expect(
      chooseAggregation(
        'off',
        pairs(3000, (a, b) => a * b),
      ).aggregation,
    ).toBe('off');
  });
});

it('gives curves that can be kept, and finite log-odds, for any outcomes', () => {
  const logOdds = fc.oneof(
    fc.constantFrom(0, 1e-9, 30, -30, 500, -500),
    fc.double({ min: -40, max: 40, noNaN: true }),
  );
  const outcome = fc.record({
    logOdds,
    label: fc.constantFrom(0, 1),
    weight: fc.constantFrom(1, 1e-6, 0.3, 1e4),
    side: fc.constantFrom('a', 'b', null),
    fold: fc.nat(4),
  });
  const sets = fc
    .array(outcome, { minLength: 0, maxLength: 60 })
    .chain((few) => fc.constantFrom(1, 30).map((times) => Array.from({ length: times }, () => few).flat()));
  fc.assert(
    fc.property(sets, fc.constantFrom(null, 0.2), (rows, rate) => {
      const curves = SideCurves.parse(
        fitCalibration(
          {
            logOdds: Float64Array.from(rows, (row) => row.logOdds),
            labels: Uint8Array.from(rows, (row) => row.label),
            weights: Float64Array.from(rows, (row) => row.weight),
            sides: rows.map(({ side }) => side),
            folds: Uint8Array.from(rows, (row) => row.fold),
          },
          rate,
        ),
      );
      for (const curve of [curves.default, ...Object.values(curves.sides)])
        for (const x of [-500, -30, 0, 1e-9, 30, 500])
          expect(Number.isFinite(calibrate(curve, asLogOdds(x)))).toBe(true);
    }),
    { numRuns: 200 },
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asLogOdds } from '../../../contract/brands.ts';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { type CalibrationCurve, calibrate, curveFor, type SideCurves } from '../calibration-curve.ts';
import { calibratedModel, StageCurves } from './calibrated-model.ts';
import { domainPrior, stageModel } from './model-catalog.ts';

const line = fc.record({
  kind: fc.constant('platt' as const),
  slope: fc.double({ min: 0.1, max: 3, noNaN: true }),
  offset: fc.double({ min: -3, max: 3, noNaN: true }),
});
const bent: CalibrationCurve = {
  kind: 'isotonic',
  knots: [
    [-1, -2],
    [0, 0.5],
    [2, 1],
  ],
};
const own: fc.Arbitrary<CalibrationCurve> = fc.oneof(
  fc.constant<CalibrationCurve>({ kind: 'identity' }),
  line,
  fc.constant(bent),
);
const curvesOf = (curve: fc.Arbitrary<CalibrationCurve>): fc.Arbitrary<SideCurves> =>
  fc.record({
    default: curve,
    sides: fc.dictionary(fc.constantFrom('job', 'talent'), curve, { noNullPrototype: true }),
  });

const prior = stageModel(domainPrior(shippedDomain('hiring')!));

it('applies the tenant’s curve after the model’s own, on each side', () => {
  const inside = fc.double({ min: -1, max: 2, noNaN: true });
  fc.assert(
    fc.property(curvesOf(own), curvesOf(line), inside, (first, then, x) => {
      const calibration = { light_ml: first, embedding: first, cross_encoder: first };
      const card = { ...prior.rankingModel.card, calibration };
      const model = { ...prior, rankingModel: { ...prior.rankingModel, card } };
      const fitted = { light_ml: then, embedding: then, cross_encoder: then };
      const { light_ml } = calibratedModel(model, fitted, 30).rankingModel.card.calibration;
      for (const side of ['job', 'talent', null]) {
        const expected = calibrate(curveFor(then, side), calibrate(curveFor(first, side), asLogOdds(x)));
        expect(calibrate(curveFor(light_ml, side), asLogOdds(x))).toBeCloseTo(expected, 9);
      }
    }),
  );
});

it('keeps its version; its curves can be kept as JSON', () => {
  const curves = (offset: number) => {
    const both: SideCurves = { default: { kind: 'platt', slope: 1, offset }, sides: {} };
    return { light_ml: both, embedding: both, cross_encoder: both };
  };
  const calibrated = calibratedModel(prior, curves(1), 20);
  expect([calibrated.version, calibrated.rankingModel.card.version]).toEqual([prior.version, prior.version]);
  expect(calibrated.rankingModel.card.calibrated_on).toBe(20);
  expect(StageCurves.parse(JSON.parse(JSON.stringify(curves(1))))).toEqual(curves(1));
});

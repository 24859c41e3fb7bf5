/** The index's segments and ranking give the same scores for the same sums. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asLogOdds } from '../../../contract/brands.ts';
import { kernelMemory } from '../../../engines/kernels/kernels.ts';
import { layoutOf } from '../../index/segments/layout/segment-layout.ts';
import { ProgramRunner, prepareProgram } from '../../index/segments/query/program-runner.ts';
import { SegmentRows } from '../../index/segments/rows/segment-rows.ts';
import { type CalibrationCurve, calibrate } from '../calibration-curve.ts';
import { aggregate, probabilityOf } from './probability.ts';

const layout = layoutOf({ capacity: 64, fields: [], preferences: [], vectors: [] });
const memory = kernelMemory(layout.bytes + 2 ** 20);
const segment = new SegmentRows(memory, 0, layout);
segment.clearAll();
segment.setLive(3, true);
const runner = new ProgramRunner(memory, layout.bytes, layout.bytes + 2 ** 20);

const number = fc.double({ min: -40, max: 40, noNaN: true });
const step = fc.double({ min: 0.001, max: 5, noNaN: true });
const curves: fc.Arbitrary<CalibrationCurve> = fc.oneof(
  fc.constant({ kind: 'identity' as const }),
  fc.record({ kind: fc.constant('platt' as const), slope: step, offset: number }),
  fc
    .tuple(number, number, fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 12 }))
    .map(([x, y, steps]) => {
      let at: [number, number] = [x, y];
      const knots = steps.map(([right, up]) => {
        at = [at[0] + right, at[1] + up];
        return at;
      });
      return { kind: 'isotonic' as const, knots };
    }),
);
const aggregations = fc.constantFrom('product' as const, 'harmonic' as const, 'min' as const, 'off' as const);

it('one score of two directions, calibrated, is the same to the bit', () => {
  fc.assert(
    fc.property(
      aggregations,
      curves,
      curves,
      number,
      number,
      (aggregation, forward, backward, there, back) => {
        const scoring = {
          intercept: 0,
          terms: [{ op: 'constant' as const, points: [there, back] as const }],
          personEffects: null,
          aggregation,
          calibration: { forward, backward: [backward], sideField: null },
        };
        runner.load(prepareProgram({ rules: [], answer: { kind: 'best', scoring, k: 1, minScore: 0 } }), 64);
        const found = runner.run(0, layout, {
          leftOut: new Uint32Array(),
          excluded: [],
          personEffects: null,
        });
        const calibrated = [
          calibrate(forward, asLogOdds(0 + there)),
          calibrate(backward, asLogOdds(0 + back)),
        ] as const;
        expect(found.best.rows[0]).toBe(3);
        expect(found.best.scores[0]).toBe(
          aggregate(aggregation, probabilityOf(calibrated[0]), probabilityOf(calibrated[1])),
        );
      },
    ),
    { numRuns: 500 },
  );
});

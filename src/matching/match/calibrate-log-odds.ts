/** Shrinkage and calibration: from the sum of a pair's evidence to log-odds that are probabilities. */
import { asLogOdds, rowNumber } from '../../contract/brands.ts';
import { type CalibrationCurve, calibrate, curveFor, type SideCurves } from '../ranking/calibration-curve.ts';
import type { DirectionSums } from '../ranking/scoring/direction-sums.ts';
import type { MatchInput } from './stage.ts';

/**
 * Log-odds times the shrinkage of uncertain person effects (null: none), then through the calibration curve
 * of the side that rates. Returns `logOdds` itself if the model changes nothing.
 */
export function calibrateLogOdds(
  curves: SideCurves,
  logOdds: DirectionSums,
  shrinkage: DirectionSums | null,
  rows: Uint32Array,
  { index, seeker }: Pick<MatchInput, 'index' | 'seeker'>,
): DirectionSums {
  if (shrinkage === null && changesNothing(curves)) return logOdds;
  const { forward, backward } = logOdds;
  return {
    forward: throughCurve(curveFor(curves, seeker.side), forward, shrinkage?.forward ?? null),
    backward: backward && throughCurves(curves, backward, shrinkage?.backward ?? null, rows, index),
  };
}

function throughCurve(curve: CalibrationCurve, sums: Float64Array, factors: Float64Array | null) {
  const calibrated = new Float64Array(sums.length);
  for (let n = 0; n < sums.length; n++)
    calibrated[n] = calibrate(curve, asLogOdds(sums[n]! * (factors === null ? 1 : factors[n]!)));
  return calibrated;
}

/** Each through the curve of the side of its row's user. */
function throughCurves(
  curves: SideCurves,
  sums: Float64Array,
  factors: Float64Array | null,
  rows: Uint32Array,
  index: MatchInput['index'],
): Float64Array {
  const { sides } = index.definition;
  if (sides === undefined) return throughCurve(curves.default, sums, factors);
  return sums.map((sum, n) => {
    const side = index.valueOf(rowNumber(rows[n]!), sides.field);
    const curve = curveFor(curves, typeof side === 'string' ? side : null);
    return calibrate(curve, asLogOdds(sum * (factors?.[n] ?? 1)));
  });
}

/** Whether every curve is the identity. */
export function changesNothing(curves: SideCurves): boolean {
  return [curves.default, ...Object.values(curves.sides)].every(({ kind }) => kind === 'identity');
}

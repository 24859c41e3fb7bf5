/** Shrinkage and calibration: from the sum of a pair's evidence to log-odds that are probabilities. */
import { asLogOdds, rowNumber } from '../contract/brands.ts';
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
  const curveOfSeeker = curveFor(curves, seeker.side);
  const curveOfRow = curvesByRow(curves, index);
  const calibrated = (
    sums: Float64Array,
    factors: Float64Array | undefined,
    curve: (row: number) => CalibrationCurve,
  ) => sums.map((sum, n) => calibrate(curve(rows[n]!), asLogOdds(sum * (factors?.[n] ?? 1))));
  return {
    forward: calibrated(logOdds.forward, shrinkage?.forward, () => curveOfSeeker),
    backward: logOdds.backward && calibrated(logOdds.backward, shrinkage?.backward ?? undefined, curveOfRow),
  };
}

/** Whether every curve is the identity. */
export function changesNothing(curves: SideCurves): boolean {
  return [curves.default, ...Object.values(curves.sides)].every(({ kind }) => kind === 'identity');
}

/** The calibration curve of a row, by the side of its user. */
function curvesByRow(curves: SideCurves, index: MatchInput['index']): (row: number) => CalibrationCurve {
  const { sides } = index.definition;
  if (sides === undefined) return () => curves.default;
  return (row) => {
    const side = index.valueOf(rowNumber(row), sides.field);
    return curveFor(curves, typeof side === 'string' ? side : null);
  };
}

/** From sums to log-odds as they are told: what is unsure of people shrinks them, then each direction has its curve. */
import type { Kernels } from '../../kernels/kernels.ts';
import type { Calibration, Curve } from '../../query-program.ts';
import { type Place, planeOf, STORAGE_BYTES } from './bind-clauses.ts';
import type { Placing } from './scratch.ts';

/** Addresses of a block's arrays; `shares` 0: nothing is known of people. Returns where the told pairs are. */
export type Tell = (
  block: { readonly rows: number; readonly sums: number; readonly told: number; readonly shares: number },
  n: number,
  segment: Place,
) => number;

export function placeCalibration(calibration: Calibration | null, kernels: Kernels, placing: Placing): Tell {
  if (calibration === null) {
    return ({ sums, told, shares }, n) => {
      if (shares === 0) return sums;
      kernels.multiplyPairs(sums, n, told, shares);
      return told;
    };
  }
  const { forward, backward, sideField } = calibration;
  const [there, back] = [linear(forward), linear(backward[0]!)];
  if (there !== null && back !== null && backward.length === 1) {
    return ({ sums, told, shares }, n) => {
      kernels.tellLinear(sums, n, told, shares, there[0], back[0], there[1], back[1]);
      return told;
    };
  }
  const forwardAt = putCurve(forward, placing);
  const curvesAt = placing.put(Uint32Array.from(backward, (curve) => putCurve(curve, placing)));
  return ({ rows, sums, told, shares }, n, segment) => {
    const side = sideField === null ? null : planeOf(segment, sideField, 'code');
    const sides = segment.base + (side?.offset ?? 0);
    const size = side === null ? 0 : STORAGE_BYTES[side.storage];
    kernels.tellCurves(rows, n, sums, told, shares, forwardAt, curvesAt, sides, size, backward.length);
    return told;
  };
}

function linear(curve: Curve): readonly [slope: number, offset: number] | null {
  if (curve.kind === 'identity') return [1, 0];
  return curve.kind === 'platt' ? [curve.slope, curve.offset] : null;
}

function putCurve(curve: Curve, placing: Placing): number {
  const [slope, offset] = linear(curve) ?? [0, 0];
  const knots = curve.kind === 'isotonic' ? curve.knots : [];
  const record = Float64Array.of(0, slope, offset, ...knots.map(([x]) => x), ...knots.map(([, y]) => y));
  new Int32Array(record.buffer).set([knots.length > 0 ? 1 : 0, knots.length]);
  return placing.put(record);
}

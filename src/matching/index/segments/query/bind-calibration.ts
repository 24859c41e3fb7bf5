/** From sums to calibrated log-odds: shrinkage multiplies each sum, then each direction has its curve. */
import { sideCurves } from '../../../../engines/kernels/kernel-structs.ts';
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import type { Calibration, Curve } from '../../query-program.ts';
import { columnOf, type SegmentView, STORAGE_BYTES } from './bind-clause.ts';
import type { ScratchAllocator } from './scratch.ts';

/**
 * Addresses of a block's arrays; `shrinkage` 0: there are no person effects. Returns the address of the
 * calibrated pairs.
 */
export type Calibrate = (
  block: {
    readonly rows: number;
    readonly sums: number;
    readonly calibrated: number;
    readonly shrinkage: number;
  },
  n: number,
  segment: SegmentView,
) => number;

export function bindCalibration(
  calibration: Calibration | null,
  kernels: Kernels,
  allocator: ScratchAllocator,
): Calibrate {
  if (calibration === null) {
    return ({ sums, calibrated, shrinkage }, n) => {
      if (shrinkage === 0) return sums;
      kernels.multiplyPairs(sums, n, calibrated, shrinkage);
      return calibrated;
    };
  }
  const { forward, backward, sideField } = calibration;
  const [there, back] = [linear(forward), linear(backward[0]!)];
  if (there !== null && back !== null && backward.length === 1) {
    return ({ sums, calibrated, shrinkage }, n) => {
      kernels.calibrateLinear(sums, n, calibrated, shrinkage, there[0], back[0], there[1], back[1]);
      return calibrated;
    };
  }
  const struct = allocator.struct(sideCurves);
  struct.forward = putCurve(forward, allocator);
  struct.curves = allocator.put(Uint32Array.from(backward, (curve) => putCurve(curve, allocator)));
  struct.sideLimit = backward.length;
  return ({ rows, sums, calibrated, shrinkage }, n, segment) => {
    const side = sideField === null ? null : columnOf(segment, sideField, 'code');
    struct.sides = segment.base + (side?.offset ?? 0);
    struct.sideSize = side === null ? 0 : STORAGE_BYTES[side.storage];
    kernels.calibrateByCurves(rows, n, sums, calibrated, shrinkage, struct.address);
    return calibrated;
  };
}

function linear(curve: Curve): readonly [slope: number, offset: number] | null {
  if (curve.kind === 'identity') return [1, 0];
  return curve.kind === 'platt' ? [curve.slope, curve.offset] : null;
}

function putCurve(curve: Curve, allocator: ScratchAllocator): number {
  const [slope, offset] = linear(curve) ?? [0, 0];
  const knots = curve.kind === 'isotonic' ? curve.knots : [];
  const record = Float64Array.of(0, slope, offset, ...knots.map(([x]) => x), ...knots.map(([, y]) => y));
  new Int32Array(record.buffer).set([knots.length > 0 ? 1 : 0, knots.length]);
  return allocator.put(record);
}

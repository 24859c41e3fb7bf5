/**
 * Calibration: maps summed log-odds to log-odds whose probabilities match observed frequencies. Curves are
 * strictly increasing, so calibration never changes an order.
 */
import { z } from 'zod';
import { asLogOdds, type LogOdds } from '../../contract/brands.ts';

const IsotonicKnots = z
  .array(z.tuple([z.number(), z.number()]))
  .min(1)
  .max(64)
  .refine(
    (knots) => knots.every(([x, y], at) => at === 0 || (x > knots[at - 1]![0] && y > knots[at - 1]![1])),
    'both coordinates of the knots ascend',
  );

export const CalibrationCurve = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('identity') }),
  /** slope · x + offset (Platt 1999). */
  z.strictObject({ kind: z.literal('platt'), slope: z.number().positive(), offset: z.number() }),
  /** Piecewise linear in log-odds; slope 1 beyond the first and the last knot. */
  z.strictObject({ kind: z.literal('isotonic'), knots: IsotonicKnots }),
]);
export type CalibrationCurve = z.infer<typeof CalibrationCurve>;

const identityCurve: CalibrationCurve = { kind: 'identity' };

/** Log-odds to log-odds; finite for finite. */
export function calibrate(curve: CalibrationCurve, logOdds: LogOdds): LogOdds {
  switch (curve.kind) {
    case 'identity':
      return logOdds;
    case 'platt':
      return asLogOdds(curve.slope * logOdds + curve.offset);
    case 'isotonic':
      return asLogOdds(alongKnots(curve.knots, logOdds));
    default:
      return curve satisfies never;
  }
}

function alongKnots(knots: z.infer<typeof IsotonicKnots>, x: number): number {
  const [first, last] = [knots[0]!, knots.at(-1)!];
  if (x <= first[0]) return first[1] + (x - first[0]);
  if (x >= last[0]) return last[1] + (x - last[0]);
  let [below, above] = [0, knots.length - 1];
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (knots[middle]![0] > x) above = middle;
    else below = middle;
  }
  const [start, end] = [knots[below]!, knots[above]!];
  return start[1] + ((x - start[0]) / (end[0] - start[0])) * (end[1] - start[1]);
}

/** One curve for all raters, or one for each side of a two-sided domain. */
export const SideCurves = z.strictObject({
  default: CalibrationCurve,
  sides: z.record(z.string(), CalibrationCurve),
});
export type SideCurves = z.infer<typeof SideCurves>;

export const identityCurves: SideCurves = { default: identityCurve, sides: {} };

/** The curve for decisions of raters on this side; the default where the side is null or has no curve. */
export function curveFor(curves: SideCurves, side: string | null): CalibrationCurve {
  return side !== null && Object.hasOwn(curves.sides, side) ? curves.sides[side]! : curves.default;
}

/** Piecewise-linear curves of the scorecard. */
import type { Knots } from '../../../domains/scorecard.ts';

/** Flat before the first knot and after the last; NaN for NaN. */
export function piecewise(knots: Knots): (x: number) => number {
  const xs = Float64Array.from(knots, ([x]) => x);
  const ys = Float64Array.from(knots, ([, points]) => points);
  const last = xs.length - 1;
  return (x) => {
    if (x <= xs[0]!) return ys[0]!;
    if (x >= xs[last]!) return ys[last]!;
    for (let k = 1; k <= last; k++) {
      if (x < xs[k]!) {
        const share = (x - xs[k - 1]!) / (xs[k]! - xs[k - 1]!);
        return ys[k - 1]! + share * (ys[k]! - ys[k - 1]!);
      }
    }
    return Number.NaN;
  };
}

/** The stretch of a curve that is preferred: where its points are near the greatest. */
import type { Knots } from '../../domains/scorecard.ts';

/** Share of the curve's height by which the points may lie below the greatest. */
const BELOW_TOP = 0.2;

/** Ends in the unit of x; null: open, since the curve is flat beyond its last knot. */
export interface PreferredRange {
  readonly low: number | null;
  readonly high: number | null;
}

/** null: the curve prefers nothing. A curve of several tops has the range of the greatest. */
export function preferredRange(knots: Knots): PreferredRange | null {
  const points = knots.map(([, y]) => y);
  const [least, most] = [Math.min(...points), Math.max(...points)];
  if (most - least < 1e-6) return null;
  const level = most - BELOW_TOP * (most - least);
  const top = points.indexOf(most);
  return { low: endOf(knots, level, top, -1), high: endOf(knots, level, top, 1) };
}

function endOf(knots: Knots, level: number, top: number, step: -1 | 1): number | null {
  for (let at = top + step; at >= 0 && at < knots.length; at += step) {
    const [[x, y], [inner, above]] = [knots[at]!, knots[at - step]!];
    if (y < level) return x + ((level - y) / (above - y)) * (inner - x);
  }
  return null;
}

/**
 * Score bounds in log-odds, by which kernels reject rows without an exponential. For a given a + b, both
 * σ(a)·σ(b) and the harmonic mean of σ(a) and σ(b) are greatest where a = b (ln σ is concave, e^-x convex).
 *
 * Also the remaining max scores of MaxScore: the most that the terms not yet added can add. A row that cannot
 * reach the threshold even with them needs no further term.
 */

import { logit } from '../../../../platform/numeric/logistic.ts';
import { oddsFor } from '../../program/final-score.ts';
import type { Curve, NumberPoints, Pair, Scoring, TermOp } from '../../query-program.ts';

type Aggregation = Scoring['aggregation'];

/** Above the rounding errors of sums and logarithms, and far below any useful difference. */
const SLACK = 1e-9;
/** Slopes and offsets up to this keep rounding errors below the slack. */
const MILD = 1e4;

export interface ScoreBounds {
  /** The least log-odds of each direction that counts. */
  readonly odds: number;
  /** The least sum of both directions. */
  readonly both: number;
}

export const noBounds: ScoreBounds = { odds: Number.NEGATIVE_INFINITY, both: Number.NEGATIVE_INFINITY };

/** The bounds that any score of at least `score` meets. `score` 0: none; above the greatest score: ∞. */
export function boundsFor(aggregation: Aggregation, score: number): ScoreBounds {
  if (score === 0) return noBounds;
  if (score === Number.POSITIVE_INFINITY) return { odds: score, both: Number.NEGATIVE_INFINITY };
  return { odds: oddsFor(aggregation, score), both: bothFor(aggregation, score) };
}

function bothFor(aggregation: Aggregation, score: number): number {
  if (aggregation === 'product') return 2 * (logit(Math.sqrt(score)) - SLACK);
  if (aggregation === 'harmonic') return 2 * (logit(score) - SLACK);
  return Number.NEGATIVE_INFINITY;
}

/** Log-odds of each direction that suffice for a score of at least `score`; NaN: none do. */
export function oddsEnoughFor(aggregation: Aggregation, score: number): number {
  return logit(aggregation === 'product' ? Math.sqrt(score) : score) + SLACK;
}

/** A calibration that is monotonic: a greater sum never gives less. */
export interface Rising {
  /** The least sum of the direction (0 forward, 1 backward) that is calibrated to `odds` or more. */
  minSum(direction: 0 | 1, odds: number): number;
  /** slope · sum + offset, where both directions are linear. */
  readonly line: RisingLine | null;
}

export interface RisingLine {
  readonly slopes: Pair;
  readonly offsets: Pair;
}

/** null: the calibration gives no bound. The bounds do not hold for rows with person effects of their own. */
export function rising({ personEffects, calibration }: Scoring): Rising | null {
  const { unknownPoints: points, unknownShrinkage: shrinkage } = personEffects ?? noPersonEffects;
  if (!(shrinkage[0] > 0 && shrinkage[1] > 0)) return null;
  const curves = [[calibration?.forward ?? identity], calibration?.backward ?? [identity]] as const;
  if (!curves.flat().every(rises)) return null;
  return {
    minSum: (direction, odds) => {
      const calibrated = Math.min(...curves[direction].map((curve) => minCalibrated(curve, odds)));
      return lowered(calibrated / shrinkage[direction] - points[direction]);
    },
    line: lineOf(curves[0], curves[1], points, shrinkage),
  };
}

const identity: Curve = { kind: 'identity' };
const noPersonEffects: { unknownPoints: Pair; unknownShrinkage: Pair } = {
  unknownPoints: [0, 0],
  unknownShrinkage: [1, 1],
};

function lineOf(
  [forward]: readonly Curve[],
  backward: readonly Curve[],
  points: Pair,
  shrinkage: Pair,
): RisingLine | null {
  const lines = [mildLine(forward), backward.length === 1 ? mildLine(backward[0]) : null] as const;
  const [there, back] = lines;
  if (there === null || back === null) return null;
  const lineOf = (line: Pair, direction: 0 | 1): Pair => {
    const slope = line[0] * shrinkage[direction];
    return [slope, slope * points[direction] + line[1]];
  };
  const [a, b] = [lineOf(there, 0), lineOf(back, 1)];
  return { slopes: [a[0], b[0]], offsets: [a[1], b[1]] };
}

/** Whether the curve never falls, and stays within the range that the slack covers. */
function rises(curve: Curve): boolean {
  if (curve.kind !== 'isotonic') return mildLine(curve) !== null;
  return curve.knots.every(([x, y], at) => {
    const before = curve.knots[at - 1] ?? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    return x > before[0] && y >= before[1] && Math.abs(x) <= MILD && Math.abs(y) <= MILD;
  });
}

/** The least x that the curve maps to `odds` or more; -∞ where every x is, ∞ where none is. */
function minCalibrated(curve: Curve, odds: number): number {
  if (curve.kind === 'identity' || !Number.isFinite(odds)) return odds;
  if (curve.kind === 'platt') {
    if (curve.slope > 0) return (odds - curve.offset) / curve.slope;
    return curve.offset >= lowered(odds) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  const { knots } = curve;
  const at = knots.findIndex(([, y]) => y >= odds);
  const [x, y] = knots[at < 0 ? knots.length - 1 : at]!;
  // Beyond both ends the curve continues with slope 1.
  if (at <= 0) return x + (odds - y);
  const [x0, y0] = knots[at - 1]!;
  return x0 + ((odds - y0) / (y - y0)) * (x - x0);
}

function lowered(min: number): number {
  return min - SLACK * (1 + Math.abs(min));
}

function mildLine(curve: Curve | undefined): Pair | null {
  if (curve?.kind === 'identity') return [1, 0];
  if (curve?.kind !== 'platt') return null;
  const { slope, offset } = curve;
  return slope >= 0 && slope <= MILD && Math.abs(offset) <= MILD ? [slope, offset] : null;
}

/**
 * Remaining max scores: for each term, the most that it and all later terms add, in each direction. NaN or ∞:
 * unbounded.
 */
export function remainingMaxScores(terms: readonly TermOp[]): readonly Pair[] {
  const maxima: Pair[] = [];
  let [forward, backward] = [0, 0];
  for (const term of terms.toReversed()) {
    const [there, back] = maxPointsOf(term);
    forward += slackened(there);
    backward += slackened(back);
    maxima.push([forward, backward]);
  }
  return maxima.reverse();
}

/** A bound that rounding errors do not exceed. */
export function slackened(max: number): number {
  return max + SLACK * (1 + Math.abs(max));
}

/** The most that a term adds. Where a condition does not hold, a term adds 0. */
export function maxPointsOf(term: TermOp): Pair {
  const [forward, backward] = maxPoints(term);
  if ((term.conditions ?? []).length === 0) return [forward, backward];
  return [Math.max(0, forward), Math.max(0, backward)];
}

function maxPoints(term: TermOp): Pair {
  switch (term.op) {
    case 'constant':
      return term.points;
    case 'codes':
    case 'completeness':
      return maxInTable(term.table, []);
    case 'overlap':
    case 'bestOfSet':
    case 'hamming':
      return maxInTable(term.table, term.missing);
    case 'number':
      return [maxOfCurve(term.forward, term.missing[0]), maxOfCurve(term.backward, term.missing[1])];
    case 'interval':
      return [
        maxOfCurve(term.forward, term.forward.missing),
        maxOfCurve(term.backward, term.backward.missing),
      ];
    default:
      return term satisfies never;
  }
}

function maxInTable(table: Float64Array, missing: Pair | readonly []): Pair {
  let [forward, backward] = [missing[0] ?? Number.NEGATIVE_INFINITY, missing[1] ?? Number.NEGATIVE_INFINITY];
  for (let at = 0; at + 1 < table.length; at += 2) {
    forward = Math.max(forward, table[at]!);
    backward = Math.max(backward, table[at + 1]!);
  }
  return [forward, backward];
}

function maxOfCurve({ weight, knots }: Pick<NumberPoints, 'weight' | 'knots'>, missing: number): number {
  return knots.reduce((max, [, points]) => Math.max(max, weight * points), missing);
}

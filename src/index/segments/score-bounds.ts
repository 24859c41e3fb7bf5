/**
 * Bounds in log-odds, by which kernels reject whoever cannot reach a score, without an exponential. Both σ(a)·σ(b) and
 * the harmonic mean of σ(a) and σ(b) are, for a given a + b, largest where a = b (ln σ is concave, e^-x convex).
 *
 * And what terms that are still to come can add at most: a row that cannot reach the floor even so needs no more of them.
 */
import { oddsFor } from './final-score.ts';
import type { Calibration, Curve, NumberPoints, Pair, Scoring, TermOp } from './query-program.ts';

type Aggregation = Scoring['aggregation'];

/** Above the errors of sums and logarithms, below anything that would keep rows in vain. */
const SLACK = 1e-9;
/** Slopes and offsets up to this leave the slack above their rounding errors. */
const MILD = 1e4;

export interface ScoreBounds {
  /** Of each direction that counts. */
  readonly odds: number;
  /** Of both together. */
  readonly both: number;
}

const noBounds: ScoreBounds = { odds: Number.NEGATIVE_INFINITY, both: Number.NEGATIVE_INFINITY };

/** What must be there for a score of at least `score` to be possible; 0: nothing, ∞: more than there is. */
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

/** Log-odds of each direction with which the score is at least `score`; NaN: with none. */
export function oddsEnoughFor(aggregation: Aggregation, score: number): number {
  return logit(aggregation === 'product' ? Math.sqrt(score) : score) + SLACK;
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** How sums are told, where more of a sum is never told as less: slope · sum + offset by direction. */
export interface RisingTell {
  readonly slopes: Pair;
  readonly offsets: Pair;
}

/** null: sums are told in a way that gives no bound. */
export function risingTell({ people, calibration }: Scoring): RisingTell | null {
  if (people !== null) return null;
  if (calibration === null) return { slopes: [1, 1], offsets: [0, 0] };
  const there = mildLine(calibration.forward);
  const back = mildLine(onlyBackward(calibration));
  return there && back && { slopes: [there[0], back[0]], offsets: [there[1], back[1]] };
}

function onlyBackward({ backward }: Calibration): Curve | undefined {
  return backward.length === 1 ? backward[0] : undefined;
}

function mildLine(curve: Curve | undefined): Pair | null {
  if (curve?.kind === 'identity') return [1, 0];
  if (curve?.kind !== 'platt') return null;
  const { slope, offset } = curve;
  return slope >= 0 && slope <= MILD && Math.abs(offset) <= MILD ? [slope, offset] : null;
}

/** By term, the most that it and those behind it add, of each direction; NaN or ∞: there is no bound. */
export function mostToCome(terms: readonly TermOp[]): readonly Pair[] {
  const most: Pair[] = [];
  let [forward, backward] = [0, 0];
  for (const term of terms.toReversed()) {
    const [there, back] = mostOf(term);
    forward += there + SLACK * (1 + Math.abs(there));
    backward += back + SLACK * (1 + Math.abs(back));
    most.push([forward, backward]);
  }
  return most.reverse();
}

/** Where a condition does not hold, nothing is added. */
function mostOf(term: TermOp): Pair {
  const [forward, backward] = mostPoints(term);
  if ((term.conditions ?? []).length === 0) return [forward, backward];
  return [Math.max(0, forward), Math.max(0, backward)];
}

function mostPoints(term: TermOp): Pair {
  switch (term.op) {
    case 'constant':
      return term.points;
    case 'codes':
    case 'completeness':
      return mostInTable(term.table, []);
    case 'overlap':
    case 'bestOfSet':
    case 'hamming':
      return mostInTable(term.table, term.missing);
    case 'number':
      return [mostOfCurve(term.forward, term.missing[0]), mostOfCurve(term.backward, term.missing[1])];
    case 'interval':
      return [
        mostOfCurve(term.forward, term.forward.missing),
        mostOfCurve(term.backward, term.backward.missing),
      ];
    default:
      return term satisfies never;
  }
}

function mostInTable(table: Float64Array, missing: Pair | readonly []): Pair {
  let [forward, backward] = [missing[0] ?? Number.NEGATIVE_INFINITY, missing[1] ?? Number.NEGATIVE_INFINITY];
  for (let at = 0; at + 1 < table.length; at += 2) {
    forward = Math.max(forward, table[at]!);
    backward = Math.max(backward, table[at + 1]!);
  }
  return [forward, backward];
}

function mostOfCurve({ weight, knots }: Pick<NumberPoints, 'weight' | 'knots'>, missing: number): number {
  return knots.reduce((most, [, points]) => Math.max(most, weight * points), missing);
}

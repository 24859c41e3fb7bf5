/**
 * Fits the log-odds with which one person chooses another, as a mixed model:
 *
 *   profile (the changed scorecard) + selectivity of the rater + desirability of the rated person
 *
 * All parts are fitted jointly, so each accounts for the others. People who were shown to selective raters do
 * not count as undesirable (exposure correction). One person's outcomes do not become a rule for their age
 * group. Person effects are normal around 0. Their variances are estimated by empirical Bayes, under a prior
 * that dominates for few people (expectation maximisation, with 1/curvature as posterior variance). A person
 * without outcomes has effects of 0.
 */
import { asLogOdds, type LogOdds } from '../../../contract/brands.ts';
import { fitLogistic, type LogisticFit } from '../../../platform/numeric/fit-logistic.ts';
import { rowDot, type SparseRows, SparseRowsBuilder } from '../../../platform/numeric/sparse-rows.ts';
import type { Evidence } from './evidence.ts';
import type { ProfileColumns, Shrinkage } from './profile-columns.ts';

/** The evidence with its columns: profile columns first, then selectivity [P], then desirability [P]. */
export interface LogOddsProblem {
  readonly columns: ProfileColumns;
  readonly evidence: Evidence;
  readonly people: number;
  readonly x: SparseRows;
  /** Log-odds of the unchanged scorecard [N]. */
  readonly offsets: Float64Array;
}

export interface EffectVariances {
  readonly selectivity: number;
  readonly desirability: number;
}

export interface LogOddsFit {
  /** All columns [D]. */
  readonly theta: Float64Array;
  readonly curvature: Float64Array;
  readonly variances: EffectVariances;
}

/** Prior of the effect variances: its value, and its weight in people. */
const USUAL_VARIANCE = 0.2;
const USUAL_PEOPLE = 20;
const VARIANCE_ROUNDS = 12;
const SETTLED = 0.02;

/** `cosines` [N]: of the two whole texts; NaN without them. */
export function logOddsProblem(
  columns: ProfileColumns,
  evidence: Evidence,
  people: number,
  cosines: Float64Array,
): LogOddsProblem {
  const { raters, rated } = evidence;
  const builder = new SparseRowsBuilder(columns.width + 2 * people);
  const offsets = Float64Array.from(raters, (rater, n) => {
    const offset = columns.read(rater, rated[n]!, cosines[n]!, builder);
    builder.add(columns.width + rater, 1);
    builder.add(columns.width + people + rated[n]!, 1);
    builder.endRow();
    return offset;
  });
  return { columns, evidence, people, x: builder.build(), offsets };
}

/**
 * Fits on these rows. Estimates the variances unless they are given. `start`: a fit of the same rows under
 * other settings, as a warm start.
 */
export function fitLogOdds(
  problem: LogOddsProblem,
  rows: Uint32Array,
  shrinkage: Shrinkage,
  variances?: EffectVariances,
  start?: Float64Array,
): LogOddsFit {
  let current = variances ?? { selectivity: USUAL_VARIANCE, desirability: USUAL_VARIANCE };
  let fit = fitOnce(problem, rows, shrinkage, current, start);
  for (let round = 0; variances === undefined && round < VARIANCE_ROUNDS; round++) {
    const before = current;
    current = estimatedVariances(problem, rows, fit);
    if (
      Math.abs(current.selectivity / before.selectivity - 1) +
        Math.abs(current.desirability / before.desirability - 1) <
      SETTLED
    )
      break;
    fit = fitOnce(problem, rows, shrinkage, current, fit.theta);
  }
  return { ...inOrder(problem, rows, shrinkage, current, fit), variances: current };
}

function fitOnce(
  problem: LogOddsProblem,
  rows: Uint32Array,
  shrinkage: Shrinkage,
  variances: EffectVariances,
  start?: Float64Array,
  held?: Uint8Array,
): LogisticFit {
  const { columns, evidence, people, x, offsets } = problem;
  const precision = new Float64Array(x.width);
  precision.set(columns.precision(shrinkage));
  precision.fill(1 / variances.selectivity, columns.width, columns.width + people);
  precision.fill(1 / variances.desirability, columns.width + people);
  return fitLogistic({
    x,
    rows,
    labels: evidence.labels,
    weights: evidence.weights,
    offsets,
    precision,
    stiff: columns.stiff(shrinkage),
    ...(start !== undefined && { start }),
    ...(held !== undefined && { held }),
  });
}

/** Corrects curves of the wrong direction, and refits the other coefficients around them. */
function inOrder(
  problem: LogOddsProblem,
  rows: Uint32Array,
  shrinkage: Shrinkage,
  variances: EffectVariances,
  fit: LogisticFit,
): LogisticFit {
  const { columns, x } = problem;
  const ordered = columns.inOrder(fit.theta.subarray(0, columns.width), fit.curvature);
  if (!ordered.held.includes(1)) return fit;
  const theta = fit.theta.slice();
  theta.set(ordered.theta);
  const held = new Uint8Array(x.width);
  held.set(ordered.held);
  const again = fitOnce(problem, rows, shrinkage, variances, theta, held);
  const kept = columns.inOrder(again.theta.subarray(0, columns.width), again.curvature);
  again.theta.set(kept.theta);
  return again;
}

function estimatedVariances(problem: LogOddsProblem, rows: Uint32Array, fit: LogisticFit): EffectVariances {
  const { columns, evidence, people } = problem;
  const variance = (persons: Uint32Array, first: number) => {
    const seen = new Set(Array.from(rows, (n) => persons[n]!));
    let squares = USUAL_PEOPLE * USUAL_VARIANCE;
    for (const person of seen) {
      const column = first + person;
      squares += fit.theta[column]! ** 2 + 1 / fit.curvature[column]!;
    }
    return squares / (seen.size + USUAL_PEOPLE);
  };
  return {
    selectivity: variance(evidence.raters, columns.width),
    desirability: variance(evidence.rated, columns.width + people),
  };
}

/**
 * Remaining uncertainty of an effect, v²/σ²: posterior variance v, variance σ² between people. It equals σ²
 * for unknown people (v = σ²). Why not v: docs/design/decisions/fitting-and-evaluation.md.
 */
export function unsureVariance(curvature: number, between: number): number {
  return (1 / curvature) ** 2 / between;
}

/** Row n's log-odds, and their remaining uncertainty (log-odds squared). */
export function predict(
  { columns, evidence, people, x, offsets }: LogOddsProblem,
  { theta, curvature, variances }: LogOddsFit,
  n: number,
): { readonly logOdds: LogOdds; readonly variance: number } {
  const rater = columns.width + evidence.raters[n]!;
  const rated = columns.width + people + evidence.rated[n]!;
  return {
    logOdds: asLogOdds(offsets[n]! + rowDot(x, n, theta)),
    variance:
      unsureVariance(curvature[rater]!, variances.selectivity) +
      unsureVariance(curvature[rated]!, variances.desirability),
  };
}

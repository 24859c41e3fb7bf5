/**
 * The log-odds with which one person chooses another, as a mixed model:
 *
 *   profile (the scorecard, changed) + selectivity of the judge + desirability of the judged
 *
 * all fitted at once, so that each accounts for the others: who was shown to the picky is not thought undesirable (that
 * is the correction for exposure), and what comes with one person's twenty outcomes is not taken for a law about
 * everybody of their age. Effects of people are normal around 0 with variances of their own, which are estimated from
 * the outcomes (empirical Bayes: expectation maximisation, with 1/curvature for the posterior variance), held to what
 * is usual where there are few people. Somebody without outcomes has effect 0: what their profile predicts.
 */
import type { Evidence } from './evidence.ts';
import { fitLogistic, type LogisticFit } from './penalised-logistic.ts';
import type { ProfileColumns, Shrinkage } from './profile-columns.ts';
import { rowDot, type SparseRows, SparseRowsBuilder } from './sparse-rows.ts';

/** The evidence with its columns: profile columns first, then selectivity [P], then desirability [P]. */
export interface LogOddsProblem {
  readonly columns: ProfileColumns;
  readonly evidence: Evidence;
  readonly people: number;
  readonly x: SparseRows;
  /** Log-odds of the scorecard as it was [N]. */
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

/** What people's log-odds usually vary by, and how many people that belief is worth. */
const USUAL_VARIANCE = 0.2;
const USUAL_PEOPLE = 20;
const VARIANCE_ROUNDS = 12;
const SETTLED = 0.02;

/** `cosines` [N]: of the two whole texts, NaN where there is none. */
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
 * Fits on these rows. Without `variances` they are estimated; with them they are taken. `start`: a fit of the same rows
 * under other settings, from which it is near.
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

/** Where a curve went the wrong way, it is set right, and the rest is fitted again around it. */
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
 * How unsure an effect is, as far as its estimate does not say so itself: v²/σ², of posterior variance v and σ² between
 * people. For the unknown (v = σ²) all of it; of the known the estimate is a mode, which is nearer to 0 than the mean
 * by about what averaging would take (speed dating, log loss out of fold: .5146 so, .5167 with v).
 */
export function unsureVariance(curvature: number, between: number): number {
  return (1 / curvature) ** 2 / between;
}

/** Row n's log-odds under a fit, and what is unsure of them (log-odds squared). */
export function predict(
  { columns, evidence, people, x, offsets }: LogOddsProblem,
  { theta, curvature, variances }: LogOddsFit,
  n: number,
): { readonly logOdds: number; readonly variance: number } {
  const rater = columns.width + evidence.raters[n]!;
  const rated = columns.width + people + evidence.rated[n]!;
  return {
    logOdds: offsets[n]! + rowDot(x, n, theta),
    variance:
      unsureVariance(curvature[rater]!, variances.selectivity) +
      unsureVariance(curvature[rated]!, variances.desirability),
  };
}

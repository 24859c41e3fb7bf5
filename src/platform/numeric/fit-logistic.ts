import { asLogOdds, type LogOdds } from '../../contract/brands.ts';
import { sigmoid } from './logistic.ts';
import { addRow, rowDot, type SparseRows } from './sparse-rows.ts';
import { dotFloat64 } from './vectors.ts';

export interface LogisticProblem {
  readonly x: SparseRows;
  /** Training rows of `x`. */
  readonly rows: Uint32Array;
  /** 0 or 1, by row of `x`, as are the two below. */
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
  /** Fixed log-odds [N]. */
  readonly offsets: Float64Array;
  /** Above 0 [D]. */
  readonly precision: Float64Array;
  readonly stiff: readonly Stiffness[];
  /** 1 for columns that keep the value of `start` [D]. */
  readonly held?: Uint8Array;
  readonly start?: Float64Array;
}

export interface Stiffness {
  readonly a: number;
  readonly b: number;
  readonly stiffness: number;
}

export interface LogisticFit {
  readonly theta: Float64Array;
  /** Diagonal of the Hessian at θ [D]: 1 / curvature is at most the posterior variance. */
  readonly curvature: Float64Array;
}

const MOST_STEPS = 12;
const MOST_TURNS = 80;
/** Convergence tolerance, log-odds. */
const SMALL_STEP = 1e-3;
const RELATIVE_RESIDUAL = 1e-2;

export function fitLogistic(problem: LogisticProblem): LogisticFit {
  const D = problem.x.width;
  let theta = problem.start === undefined ? new Float64Array(D) : problem.start.slice();
  let loss = penalisedLoss(problem, theta);
  let slope = slopeAt(problem, theta);
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = solveNewton(problem, slope);
    let next = theta.map((value, d) => value + direction[d]!);
    let nextLoss = penalisedLoss(problem, next);
    for (let halved = 0; nextLoss > loss && halved < 20; halved++) {
      for (let d = 0; d < D; d++) direction[d]! /= 2;
      next = theta.map((value, d) => value + direction[d]!);
      nextLoss = penalisedLoss(problem, next);
    }
    if (nextLoss >= loss) break;
    theta = next;
    loss = nextLoss;
    slope = slopeAt(problem, theta);
    if (direction.every((value) => Math.abs(value) < SMALL_STEP)) break;
  }
  return { theta, curvature: slope.diagonal };
}

function penalisedLoss(
  { x, rows, labels, weights, offsets, precision, stiff }: LogisticProblem,
  theta: Float64Array,
) {
  let loss = 0;
  for (const n of rows) {
    const logOdds = offsets[n]! + rowDot(x, n, theta);
    loss += weights[n]! * logLossOf(labels[n]!, asLogOdds(logOdds));
  }
  for (let d = 0; d < theta.length; d++) loss += 0.5 * precision[d]! * theta[d]! ** 2;
  for (const { a, b, stiffness } of stiff) loss += 0.5 * stiffness * (theta[a]! - theta[b]!) ** 2;
  return loss;
}

/** -log P(label), from log-odds, without overflow. */
export function logLossOf(label: number, logOdds: LogOdds): number {
  const against = label === 1 ? -logOdds : logOdds;
  return against > 0 ? against + Math.log1p(Math.exp(-against)) : Math.log1p(Math.exp(against));
}

interface Slope {
  /** Negative gradient [D]. */
  readonly gradient: Float64Array;
  /** Diagonal of the Hessian [D]. */
  readonly diagonal: Float64Array;
  /** w · p · (1 - p), by position in `rows`. */
  readonly curvatures: Float64Array;
}

function slopeAt(problem: LogisticProblem, theta: Float64Array): Slope {
  const { x, rows, labels, weights, offsets, precision, stiff, held } = problem;
  const gradient = theta.map((value, d) => -precision[d]! * value);
  const diagonal = precision.slice();
  for (const { a, b, stiffness } of stiff) {
    const pull = stiffness * (theta[a]! - theta[b]!);
    gradient[a]! -= pull;
    gradient[b]! += pull;
    diagonal[a]! += stiffness;
    diagonal[b]! += stiffness;
  }
  const curvatures = new Float64Array(rows.length);
  rows.forEach((n, at) => {
    const probability = sigmoid(offsets[n]! + rowDot(x, n, theta));
    const curvature = weights[n]! * Math.max(probability * (1 - probability), 1e-9);
    curvatures[at] = curvature;
    addRow(x, n, weights[n]! * (labels[n]! - probability), gradient);
    for (let entry = x.from[n]!; entry < x.from[n + 1]!; entry++) {
      diagonal[x.columns[entry]!]! += curvature * x.values[entry]! ** 2;
    }
  });
  if (held !== undefined) for (let d = 0; d < held.length; d++) if (held[d] === 1) gradient[d] = 0;
  return { gradient, diagonal, curvatures };
}

/** Hessian⁻¹ · gradient by preconditioned conjugate gradients (Golub and Van Loan, 11.5). */
function solveNewton(problem: LogisticProblem, { gradient, diagonal, curvatures }: Slope): Float64Array {
  const D = gradient.length;
  const solution = new Float64Array(D);
  const residual = gradient.slice();
  const scaled = residual.map((value, d) => value / diagonal[d]!);
  const direction = scaled.slice();
  const image = new Float64Array(D);
  let length = dotFloat64(residual, scaled);
  const enough = length * RELATIVE_RESIDUAL ** 2;
  for (let turn = 0; turn < MOST_TURNS && length > enough && length > 1e-18; turn++) {
    timesHessian(problem, curvatures, direction, image);
    const step = length / dotFloat64(direction, image);
    for (let d = 0; d < D; d++) {
      solution[d]! += step * direction[d]!;
      residual[d]! -= step * image[d]!;
      scaled[d] = residual[d]! / diagonal[d]!;
    }
    const nextLength = dotFloat64(residual, scaled);
    for (let d = 0; d < D; d++) direction[d] = scaled[d]! + (nextLength / length) * direction[d]!;
    length = nextLength;
  }
  return solution;
}

function timesHessian(
  { x, rows, precision, stiff, held }: LogisticProblem,
  curvatures: Float64Array,
  vector: Float64Array,
  image: Float64Array,
): void {
  for (let d = 0; d < vector.length; d++) image[d] = precision[d]! * vector[d]!;
  for (const { a, b, stiffness } of stiff) {
    const pull = stiffness * (vector[a]! - vector[b]!);
    image[a]! += pull;
    image[b]! -= pull;
  }
  for (let at = 0; at < rows.length; at++) {
    const n = rows[at]!;
    addRow(x, n, curvatures[at]! * rowDot(x, n, vector), image);
  }
  if (held !== undefined) for (let d = 0; d < held.length; d++) if (held[d] === 1) image[d] = 0;
}

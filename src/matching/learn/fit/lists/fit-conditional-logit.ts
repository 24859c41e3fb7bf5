/**
 * Conditional logit (McFadden 1974): which of the candidates of a list was chosen,
 *
 *   P(first of list l) = exp(w · x(l, 0)) / Σ_m exp(w · x(l, m))
 *
 * A number that is equal for a whole list (the seeker's level) has no influence. Fitted by Newton's method
 * under a normal prior around 0.
 */
import { solvePositiveDefinite } from '../solve-positive-definite.ts';

/** L lists of M candidates with D columns each; the first candidate of a list is the chosen one. */
export interface ChoiceLists {
  readonly lists: number;
  readonly size: number;
  readonly width: number;
  /** [L × M × D] */
  readonly x: Float64Array;
}

const NEWTON_STEPS = 30;
const LONGEST_STEP = 3;
const SETTLED = 1e-4;
/** Candidates below this probability add nothing to the curvature. */
const LEAST_PROBABILITY = 1e-5;

/** Weights [D]. `precision`: of the normal prior. Deterministic. */
export function fitConditionalLogit(lists: ChoiceLists, precision: number): Float64Array {
  const { width: D } = lists;
  const weights = new Float64Array(D);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const { gradient, curvature } = derivatives(lists, weights);
    for (let d = 0; d < D; d++) {
      gradient[d]! -= precision * weights[d]!;
      curvature[d * D + d]! += precision;
    }
    solvePositiveDefinite(curvature, gradient, D);
    const longest = gradient.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const factor = Math.min(1, LONGEST_STEP / longest);
    for (let d = 0; d < D; d++) weights[d]! += factor * gradient[d]!;
    if (longest < SETTLED) break;
  }
  return weights;
}

/** Gradient [D] and negative second derivative [D × D, lower half] of the log-likelihood. */
function derivatives({ lists, size, width: D, x }: ChoiceLists, weights: Float64Array) {
  const gradient = new Float64Array(D);
  const curvature = new Float64Array(D * D);
  const mean = new Float64Array(D);
  const apart = new Float64Array(D);
  for (let list = 0; list < lists; list++) {
    const first = list * size * D;
    const chances = chancesOf(x, first, size, weights);
    mean.fill(0);
    for (let m = 0; m < size; m++)
      for (let d = 0; d < D; d++) mean[d]! += chances[m]! * x[first + m * D + d]!;
    for (let d = 0; d < D; d++) gradient[d]! += x[first + d]! - mean[d]!;
    for (let m = 0; m < size; m++) {
      if (chances[m]! < LEAST_PROBABILITY) continue;
      for (let d = 0; d < D; d++) apart[d] = x[first + m * D + d]! - mean[d]!;
      for (let i = 0; i < D; i++) {
        const value = chances[m]! * apart[i]!;
        if (value === 0) continue;
        for (let j = 0; j <= i; j++) curvature[i * D + j]! += value * apart[j]!;
      }
    }
  }
  return { gradient, curvature };
}

/** Probability of each candidate of the list that begins at `first` [M]. */
function chancesOf(x: Float64Array, first: number, size: number, weights: Float64Array): Float64Array {
  const D = weights.length;
  const scores = new Float64Array(size);
  let most = Number.NEGATIVE_INFINITY;
  for (let m = 0; m < size; m++) {
    let sum = 0;
    for (let d = 0; d < D; d++) sum += weights[d]! * x[first + m * D + d]!;
    scores[m] = sum;
    most = Math.max(most, sum);
  }
  let total = 0;
  for (let m = 0; m < size; m++) total += scores[m] = Math.exp(scores[m]! - most);
  return scores.map((score) => score / total);
}

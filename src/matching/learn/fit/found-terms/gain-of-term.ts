/**
 * Rao's score test of a group of columns under a ridge. It says how much the log-likelihood would rise, to
 * second order, if the group were added to a fitted logistic regression. It needs no fit, so many groups, and
 * many null copies of each, can be compared.
 */

import type { LearnableTerm } from '../../../ranking/scoring/learnable-term.ts';
import type { Person } from '../../../ranking/scoring/person.ts';
import { solvePositiveDefinite } from '../solve-positive-definite.ts';

/** N pairs with the residuals of their labels after the fitted regression. */
export interface Residuals {
  /** Numbers of the people [N]. */
  readonly raters: Uint32Array;
  readonly rated: Uint32Array;
  /** Weight · (label − probability) [N]. */
  readonly slopes: Float64Array;
  /** Weight · probability · (1 − probability) [N]. */
  readonly curvatures: Float64Array;
}

/** Precision of a point of the group: points of about 0.5 log-odds are expected. */
const PRECISION = 4;

/** In nats, at least 0. `persons`: by number, possibly of a null copy. */
export function gainOfTerm(term: LearnableTerm, residuals: Residuals, persons: readonly Person[]): number {
  const { raters, rated, slopes, curvatures } = residuals;
  const D = term.values.length;
  const slope = new Float64Array(D);
  const means = new Float64Array(D);
  const second = new Float64Array(D * D);
  const slots: number[] = [];
  const shares: number[] = [];
  const addShare = (slot: number, share: number) => {
    slots.push(slot);
    shares.push(share);
  };
  let total = 0;
  let left = 0;
  for (let n = 0; n < raters.length; n++) {
    slots.length = 0;
    shares.length = 0;
    term.read(persons[raters[n]!]!, persons[rated[n]!]!, addShare);
    const curvature = curvatures[n]!;
    total += curvature;
    left += slopes[n]!;
    for (let i = 0; i < slots.length; i++) {
      const [a, share] = [slots[i]!, shares[i]!];
      slope[a]! += share * slopes[n]!;
      means[a]! += share * curvature;
      for (let j = 0; j < slots.length; j++) second[a * D + slots[j]!]! += share * shares[j]! * curvature;
    }
  }
  // The level of all pairs is free: columns are taken around their mean.
  const level = total > 0 ? 1 / total : 0;
  for (let a = 0; a < D; a++) {
    slope[a]! -= means[a]! * left * level;
    for (let b = 0; b < D; b++) second[a * D + b]! -= means[a]! * means[b]! * level;
    second[a * D + a]! += PRECISION;
  }
  const step = slope.slice();
  solvePositiveDefinite(second, step, D);
  return 0.5 * step.reduce((sum, value, a) => sum + value * slope[a]!, 0);
}

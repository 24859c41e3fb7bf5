/**
 * Rao's score test of a group of columns under a ridge. It says how much the log-likelihood would rise, to
 * second order, if the group were added to a fitted logistic regression. It needs no fit, so many groups, and
 * many null copies of each, can be compared.
 */

import type { LearnableTerm } from '../../../ranking/scoring/learnable-term.ts';
import type { Person } from '../../../ranking/scoring/person.ts';
import { solvePositiveDefinite } from '../solve-positive-definite.ts';
import { type TermRows, termRows } from './term-rows.ts';

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

export interface ScoreTest {
  /** In nats, at least 0. */
  readonly gain: number;
  /** The points of one Newton step from 0, by slot [D]. */
  readonly step: Float64Array;
}

/** Precision of a point of the group: points of about 0.5 log-odds are expected. */
const PRECISION = 4;

/** In nats, at least 0. `persons`: by number, possibly of a null copy. */
export function gainOfTerm(term: LearnableTerm, residuals: Residuals, persons: readonly Person[]): number {
  return scoreTest(termRows(term, residuals, persons), residuals, allOf(residuals)).gain;
}

/** Tests the columns on some of the pairs, whose level is free. */
export function scoreTest(
  { slotCount: D, ends, slots, shares }: TermRows,
  { slopes, curvatures }: Residuals,
  pairs: Uint32Array,
): ScoreTest {
  const slope = new Float64Array(D);
  const means = new Float64Array(D);
  const second = new Float64Array(D * D);
  let total = 0;
  let left = 0;
  for (const n of pairs) {
    const curvature = curvatures[n]!;
    total += curvature;
    left += slopes[n]!;
    const [begin, end] = [n === 0 ? 0 : ends[n - 1]!, ends[n]!];
    for (let i = begin; i < end; i++) {
      const [a, share] = [slots[i]!, shares[i]!];
      slope[a]! += share * slopes[n]!;
      means[a]! += share * curvature;
      for (let j = begin; j < end; j++) second[a * D + slots[j]!]! += share * shares[j]! * curvature;
    }
  }
  // The level of the pairs is free: columns are taken around their mean.
  const level = total > 0 ? 1 / total : 0;
  for (let a = 0; a < D; a++) {
    slope[a]! -= means[a]! * left * level;
    for (let b = 0; b < D; b++) second[a * D + b]! -= means[a]! * means[b]! * level;
    second[a * D + a]! += PRECISION;
  }
  const step = slope.slice();
  solvePositiveDefinite(second, step, D);
  return { gain: 0.5 * step.reduce((sum, value, a) => sum + value * slope[a]!, 0), step };
}

export function allOf({ raters }: Residuals): Uint32Array {
  return Uint32Array.from(raters.keys());
}

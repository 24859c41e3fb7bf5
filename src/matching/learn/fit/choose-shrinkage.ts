/**
 * Chooses the shrinkage of the scorecard by cross-validation. Folds are people, not rows: a person's
 * decisions are correlated, and known neighbours would favour memorising people. Among the strengths within
 * half a standard error of the best, the strongest wins, so that few outcomes change little (after Breiman et
 * al. 1984, 3.4.3). The strongest of all keeps the prior. Measurements:
 * docs/design/decisions/fitting-and-evaluation.md.
 */

import { asLogOdds } from '../../../contract/brands.ts';
import { logLossOf } from '../../../platform/numeric/fit-logistic.ts';
import type { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { mean, standardError } from '../../../platform/numeric/statistics.ts';
import { uncertaintyShrinkage } from '../../ranking/person-effects.ts';
import { foldsByPerson } from './evidence.ts';
import { type EffectVariances, fitLogOdds, type LogOddsProblem, predict } from './fit-log-odds.ts';
import type { Shrinkage } from './profile-columns.ts';

const FOLDS = 4;
/** Precisions of a slot's log-odds; 32 is a standard deviation of 0.18. */
export const strengths: readonly number[] = [8, 32, 128, 512, 1e7];

export interface ChosenShrinkage {
  readonly shrinkage: Shrinkage;
  /** Mean log loss of the held-out rows by strength, in the order of `strengths`. */
  readonly losses: readonly number[];
}

export function chooseShrinkage(
  problem: LogOddsProblem,
  rows: Uint32Array,
  variances: EffectVariances,
  random: SeededRandom,
): ChosenShrinkage {
  const folds = foldsByPerson(problem.people, FOLDS, random);
  const { raters, rated, labels, weights, outcomes } = problem.evidence;
  const losses = strengths.map((): number[] => []);
  for (let fold = 0; fold < FOLDS; fold++) {
    const known = rows.filter((n) => folds[raters[n]!] !== fold && folds[rated[n]!] !== fold);
    const unseen = rows.filter((n) => n < outcomes && folds[raters[n]!] === fold);
    let start: Float64Array | undefined;
    strengths.forEach((slots, at) => {
      const fitted = fitLogOdds(problem, known, { slots }, variances, start);
      start = fitted.theta;
      for (const n of unseen) {
        const { logOdds, variance } = predict(problem, fitted, n);
        losses[at]!.push(
          weights[n]! * logLossOf(labels[n]!, asLogOdds(logOdds * uncertaintyShrinkage(variance))),
        );
      }
    });
  }
  const means = losses.map((byRow) => (byRow.length === 0 ? 0 : mean(byRow)));
  const best = means.indexOf(Math.min(...means));
  const slots = strengths.findLast((_, at) => isAsGood(losses[at]!, losses[best]!, 0.5));
  return { shrinkage: { slots: slots ?? strengths.at(-1)! }, losses: means };
}

/** True within `errors` standard errors of the paired difference. */
export function isAsGood(losses: readonly number[], best: readonly number[], errors = 1): boolean {
  if (best.length < 2) return true;
  const gaps = losses.map((loss, n) => loss - best[n]!);
  return mean(gaps) <= errors * standardError(gaps);
}

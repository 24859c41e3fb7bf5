/**
 * How much people vary, in selectivity and desirability. Expectation maximisation with a diagonal posterior says too
 * little (speed dating: 0.9 where 1.4 tells held-out dates best), because what it takes for a person's own posterior
 * variance is that with everybody else known. So its estimate is taken times the factor that is best out of fold; of
 * those that are as good within a standard error, the smallest.
 */
import { uncertaintyShrinkage } from '../../ranking/person-effects.ts';
import { isAsGood } from './choose-shrinkage.ts';
import { type EffectVariances, fitLogOdds, type LogOddsProblem, predict } from './fit-log-odds.ts';
import { logLossOf } from './penalised-logistic.ts';
import type { Shrinkage } from './profile-columns.ts';

const factors: readonly number[] = [1, 1.5, 2.25];

/** `folds` by row of the evidence; both directions of a pair in one. */
export function chooseVariances(
  problem: LogOddsProblem,
  rows: Uint32Array,
  shrinkage: Shrinkage,
  folds: Uint8Array,
): EffectVariances {
  const estimated = fitLogOdds(problem, rows, shrinkage).variances;
  const candidates = factors.map((factor) => ({
    selectivity: estimated.selectivity * factor,
    desirability: estimated.desirability * factor,
  }));
  const losses = lossesOutOfFold(problem, rows, shrinkage, folds, candidates);
  const means = losses.map((byRow) => byRow.reduce((sum, loss) => sum + loss, 0));
  const best = losses[means.indexOf(Math.min(...means))]!;
  return candidates[losses.findIndex((byRow) => isAsGood(byRow, best))]!;
}

/** By candidate and row. */
function lossesOutOfFold(
  problem: LogOddsProblem,
  rows: Uint32Array,
  shrinkage: Shrinkage,
  folds: Uint8Array,
  candidates: readonly EffectVariances[],
): readonly (readonly number[])[] {
  const { labels, weights, outcomes } = problem.evidence;
  const losses = candidates.map((): number[] => []);
  for (const fold of new Set(folds)) {
    const known = rows.filter((n) => folds[n] !== fold);
    const unseen = rows.filter((n) => folds[n] === fold && n < outcomes);
    let start: Float64Array | undefined;
    candidates.forEach((variances, at) => {
      const fitted = fitLogOdds(problem, known, shrinkage, variances, start);
      start = fitted.theta;
      for (const n of unseen) {
        const { logOdds, variance } = predict(problem, fitted, n);
        losses[at]!.push(weights[n]! * logLossOf(labels[n]!, logOdds * uncertaintyShrinkage(variance)));
      }
    });
  }
  return losses;
}

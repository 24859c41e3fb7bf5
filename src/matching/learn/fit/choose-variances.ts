/**
 * Estimates the variances of selectivity and desirability. Expectation maximisation with a diagonal posterior
 * underestimates them, because it takes other people's effects as known. The estimate is therefore multiplied
 * by the smallest factor within one standard error of the best out of fold
 * (docs/design/decisions/fitting-and-evaluation.md).
 */
import { asLogOdds } from '../../../contract/brands.ts';
import { logLossOf } from '../../../platform/numeric/fit-logistic.ts';
import { uncertaintyShrinkage } from '../../ranking/person-effects.ts';
import { isAsGood } from './choose-shrinkage.ts';
import { type EffectVariances, fitLogOdds, type LogOddsProblem, predict } from './fit-log-odds.ts';
import type { Shrinkage } from './profile-columns.ts';

const factors: readonly number[] = [1, 1.5, 2.25];

/** `folds`: fold of each row of the evidence; both directions of a pair share one. */
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

/** Losses by candidate variances and row. */
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
        losses[at]!.push(
          weights[n]! * logLossOf(labels[n]!, asLogOdds(logOdds * uncertaintyShrinkage(variance))),
        );
      }
    });
  }
  return losses;
}

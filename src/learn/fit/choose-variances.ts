/**
 * How much people vary, in selectivity and desirability. Expectation maximisation with a diagonal posterior says too
 * little (speed dating: 0.9 where 1.4 tells held-out dates best), because what it takes for a person's own posterior
 * variance is that with everybody else known. So its estimate is taken times the factor that is best out of fold.
 */
import { unsureShare } from '../../ranking/person-table.ts';
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
  const losses = candidates.map((variances) => lossOutOfFold(problem, rows, shrinkage, folds, variances));
  return candidates[losses.indexOf(Math.min(...losses))]!;
}

function lossOutOfFold(
  problem: LogOddsProblem,
  rows: Uint32Array,
  shrinkage: Shrinkage,
  folds: Uint8Array,
  variances: EffectVariances,
): number {
  const { labels, weights, outcomes } = problem.evidence;
  let loss = 0;
  for (const fold of new Set(folds)) {
    const known = rows.filter((n) => folds[n] !== fold);
    const fitted = fitLogOdds(problem, known, shrinkage, variances);
    for (const n of rows) {
      if (folds[n] !== fold || n >= outcomes) continue;
      const { logOdds, variance } = predict(problem, fitted, n);
      loss += weights[n]! * logLossOf(labels[n]!, logOdds * unsureShare(variance));
    }
  }
  return loss;
}

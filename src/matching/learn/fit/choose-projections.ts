/**
 * Chooses text projections and their scale, or leaves them out. They are fitted in cross-validation and
 * compared with the plain cosine on held-out rows, given all other parts. The best ones are compared again,
 * with all other parts fitted around them. If they still lower the log loss by more than one standard error,
 * they are refitted on all training rows.
 */

import { asLogOdds } from '../../../contract/brands.ts';
import type { Scorecard } from '../../../domains/scorecard.ts';
import { logLossOf } from '../../../platform/numeric/fit-logistic.ts';
import { mean, standardDeviation } from '../../../platform/numeric/statistics.ts';
import { dot } from '../../../platform/numeric/vectors.ts';
import type { PartReport } from '../../ranking/ranking-model.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import { forwardQuery, type TextProjections } from '../../ranking/text-projections.ts';
import { isAsGood } from './choose-shrinkage.ts';
import { fitLogOdds, type LogOddsFit, predict } from './fit-log-odds.ts';
import { scaled } from './fit-projections.ts';
import { fitTexts } from './fit-texts.ts';
import { problemOf } from './problem-of-pairs.ts';
import type { ProjectionInput } from './projection-input.ts';

export interface ChosenProjections {
  /** Fitted on all training rows; null: the earlier projections, or the plain cosine, stay. */
  readonly projections: TextProjections | null;
  /** Text prior for their similarity; null where none are kept. */
  readonly textPrior: TextEvidence | null;
  /** Fitted without the pairs of each fold; null where none are kept. */
  readonly byFold: readonly TextProjections[] | null;
  readonly report: PartReport;
}

type TextEvidence = Scorecard['head'];

/** Grid of the projections' scale relative to the cosine, and of the maximum log-odds of texts. */
const trusts = [0.5, 1, 2, 4].flatMap((scale) => [0.4, 0.8, 1.6].map((weight) => ({ scale, weight })));
/** Number of similarities that determine the centre and slope of the curve. */
const SPREAD_PAIRS = 2000;

export function chooseProjections(input: ProjectionInput): ChosenProjections {
  const { problem, rows, folds, shrinkage, variances } = input;
  const whole = fitTexts(input, () => false);
  if (whole.projections === null) return leftOut(`left out: ${whole.reason}`, {});
  const count = new Set(rows.map((n) => folds[n]!)).size;
  const fits: LogOddsFit[] = [];
  const byFold: TextProjections[] = [];
  for (let fold = 0; fold < count; fold++) {
    const known = rows.filter((n) => folds[n] !== fold);
    fits.push(fitLogOdds(problem, known, shrinkage, variances));
    const fitted = fitTexts(input, (n) => folds[n] === fold, fits[fold]);
    if (fitted.projections === null)
      return leftOut(`left out: where some outcomes are held out, ${fitted.reason}`, {});
    byFold.push(fitted.projections);
  }
  const priors = trusts.map(({ scale, weight }) =>
    evidenceFor(input, scaled(whole.projections, scale), weight),
  );
  const { without, tried } = lossesOf(input, fits, byFold, priors);
  const meanOf = (losses: readonly number[]) => (losses.length === 0 ? 0 : mean(losses));
  const best = tried.reduce((one, other, at) => (meanOf(other) < meanOf(tried[one]!) ? at : one), 0);
  const { scale, weight } = trusts[best]!;
  const parts = byFold.map((projections) => scaled(projections, scale));
  const chosen = isAsGood(without, tried[best]!) ? tried[best]! : lossesRefitted(input, parts, priors[best]!);
  const figures = { log_loss_without: meanOf(without), log_loss_with: meanOf(chosen), scale, weight };
  const comparison = `held-out log loss ${figures.log_loss_with.toFixed(4)} beside ${figures.log_loss_without.toFixed(4)} without`;
  if (mean(chosen) >= mean(without) || isAsGood(without, chosen)) {
    return leftOut(`left out: ${comparison}`, figures);
  }
  return {
    projections: scaled(whole.projections, scale),
    textPrior: priors[best]!,
    byFold: parts,
    report: { kept: true, reason: `kept: ${comparison}`, figures },
  };
}

function leftOut(reason: string, figures: Readonly<Record<string, number>>): ChosenProjections {
  return { projections: null, textPrior: null, byFold: null, report: { kept: false, reason, figures } };
}

/** Text prior from the spread of the similarities; it reads no labels. */
export function evidenceFor(
  { people, problem, rows }: ProjectionInput,
  projections: TextProjections,
  weight: number,
): TextEvidence {
  const { raters, rated } = problem.evidence;
  const similarities = Array.from(rows.subarray(0, SPREAD_PAIRS), (n) => {
    const [a, b] = [people.vectors[raters[n]!]!, people.vectors[rated[n]!]!];
    return a === null || b === null ? Number.NaN : dot(forwardQuery(projections, a), b);
  }).filter((similarity) => !Number.isNaN(similarity));
  const [centre, spread] =
    similarities.length === 0 ? [0, 0] : [mean(similarities), standardDeviation(similarities)];
  return {
    weight,
    weight_against: weight,
    centre: Math.round(Math.min(1, Math.max(-1, centre)) * 1e4) / 1e4,
    slope: Math.round(Math.min(50, 1 / Math.max(0.02, 2 * spread)) * 1e4) / 1e4,
  };
}

/**
 * Losses of the held-out outcomes with texts: as before, and with the fold's projections at each point of the
 * grid. `fits`: of the other parts, without each fold.
 */
function lossesOf(
  input: ProjectionInput,
  fits: readonly LogOddsFit[],
  byFold: readonly TextProjections[],
  priors: readonly TextEvidence[],
) {
  const { people, problem, rows, folds, before } = input;
  const { raters, rated, labels, weights, outcomes } = problem.evidence;
  const without: number[] = [];
  const tried = trusts.map((): number[] => []);
  for (const [fold, projections] of byFold.entries()) {
    const fitted = fits[fold]!;
    const learned = problem.columns.scorecard(fitted.theta.subarray(0, problem.columns.width));
    for (const n of rows) {
      const [a, b] = [people.vectors[raters[n]!]!, people.vectors[rated[n]!]!];
      if (folds[n] !== fold || n >= outcomes || a === null || b === null) continue;
      const plain = dot(a, b);
      const added = dot(forwardQuery(projections, a), b) - plain;
      const { logOdds } = predict(problem, fitted, n);
      const rest = logOdds - cosineEvidence(learned.head, dot(forwardQuery(before, a), b));
      const loss = (total: number) => weights[n]! * logLossOf(labels[n]!, asLogOdds(total));
      without.push(loss(logOdds));
      trusts.forEach(({ scale }, at) => {
        tried[at]!.push(loss(rest + cosineEvidence(priors[at]!, plain + scale * added)));
      });
    }
  }
  return { without, tried };
}

/** Losses of the same rows in the same order, with the other parts fitted again around the projections. */
function lossesRefitted(
  { base, people, problem, rows, folds, shrinkage, variances }: ProjectionInput,
  byFold: readonly TextProjections[],
  head: TextEvidence,
): readonly number[] {
  const start = { ...base, card: { ...base.card, scorecard: { ...base.card.scorecard, head } } };
  const { raters, rated, labels, weights, outcomes } = problem.evidence;
  const losses: number[] = [];
  for (const [fold, projections] of byFold.entries()) {
    const around = problemOf(start, people, problem.evidence, projections);
    const fitted = fitLogOdds(
      around,
      rows.filter((n) => folds[n] !== fold),
      shrinkage,
      variances,
    );
    for (const n of rows) {
      if (folds[n] !== fold || n >= outcomes) continue;
      if (people.vectors[raters[n]!] === null || people.vectors[rated[n]!] === null) continue;
      losses.push(weights[n]! * logLossOf(labels[n]!, predict(around, fitted, n).logOdds));
    }
  }
  return losses;
}

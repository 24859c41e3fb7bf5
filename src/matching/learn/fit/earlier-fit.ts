/**
 * A fit to some rows, by which the parts that predict the other rows are chosen. Text projections and points
 * have seen none of the others. If they had, they would explain some of them, and leave too little to the
 * part.
 */
import type { RankingModel } from '../../ranking/ranking-model.ts';
import type { TextProjections } from '../../ranking/text-projections.ts';
import type { ChosenProjections } from './choose-projections.ts';
import type { Evidence } from './evidence.ts';
import { fitLogOdds, type LogOddsFit, type LogOddsProblem } from './fit-log-odds.ts';
import { problemOf } from './problem-of-pairs.ts';
import type { ProjectionInput } from './projection-input.ts';
import { projectionsWithout } from './refit-projections.ts';

export interface EarlierFit {
  readonly problem: LogOddsProblem;
  readonly fit: LogOddsFit;
  readonly projections: TextProjections | null;
}

/**
 * `base`: where the points start, with the evidence of texts that was chosen. `some`: rows of outcomes;
 * undecided pairs are added.
 */
export function earlierFit(
  input: ProjectionInput,
  base: RankingModel,
  texts: ChosenProjections,
  some: Uint32Array,
): EarlierFit {
  const { problem: plain, people, before, shrinkage, variances } = input;
  const rows = Uint32Array.from([...some, ...undecidedRows(plain.evidence)]);
  const seen = new Set(some);
  const fitted = projectionsWithout(input, texts, (row) => !seen.has(row));
  const projections = fitted ?? before;
  const problem = texts.projections === null ? plain : problemOf(base, people, plain.evidence, projections);
  return { problem, projections, fit: fitLogOdds(problem, rows, shrinkage, variances) };
}

/** Rows of pairs without a decision. */
export function undecidedRows({ raters, outcomes }: Evidence): Uint32Array {
  return Uint32Array.from({ length: raters.length - outcomes }, (_, n) => outcomes + n);
}

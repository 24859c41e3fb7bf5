/**
 * Which evaluation protocols a dataset is large enough for. A model learns from one event that follows
 * another, so each split needs held-out events and a training sequence.
 */
import type { EvaluationProtocol } from '../evaluation/evaluate-sequences.ts';
import type { Histories } from '../histories/histories.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { caseCount, type Split } from '../splits/split.ts';
import { temporalSplit } from '../splits/temporal-split.ts';

/** Whether any person has at least two events. */
export function hasSequences({ offsets }: Pick<Histories, 'offsets'>): boolean {
  for (let person = 0; person + 1 < offsets.length; person++)
    if (offsets[person + 1]! - offsets[person]! >= 2) return true;
  return false;
}

export interface EvaluableProtocols {
  /** Whether events can be held out to choose the number of epochs. */
  readonly canChoose: boolean;
  /** The requested protocols whose training, validation and test parts are all non-empty. */
  readonly protocols: readonly EvaluationProtocol[];
}

/** `histories`: with ties in import order; shuffling them does not change which parts are empty. */
export function evaluableProtocols(
  histories: Histories,
  requested: readonly EvaluationProtocol[],
): EvaluableProtocols {
  const canChoose = isEvaluable(leaveOneOut(histories));
  const canSplitTime =
    requested.some(({ split }) => split === 'temporal') && isEvaluable(temporalSplit(histories));
  return {
    canChoose,
    protocols: requested.filter(({ split }) => (split === 'temporal' ? canSplitTime : canChoose)),
  };
}

function isEvaluable({ test, validation }: Split): boolean {
  return caseCount(test) > 0 && caseCount(validation.cases) > 0 && hasSequences(validation.train);
}

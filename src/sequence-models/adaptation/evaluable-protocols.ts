/**
 * Which evaluation protocols a dataset is large enough for. A model learns from one event that follows
 * another, so each split needs held-out events and a training sequence.
 */
import type { EvaluationProtocol } from '../evaluation/evaluate-sequences.ts';
import type { Histories } from '../histories/histories.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { caseCount, type Split } from '../splits/split.ts';
import { temporalSplit } from '../splits/temporal-split.ts';

/** Whether any person has two events. */
export function hasSequences({ offsets }: Pick<Histories, 'offsets'>): boolean {
  for (let person = 0; person + 1 < offsets.length; person++)
    if (offsets[person + 1]! - offsets[person]! >= 2) return true;
  return false;
}

export interface EvaluableProtocols {
  /** Whether events can be held out to choose the number of epochs. */
  readonly canChoose: boolean;
  /** The wanted protocols whose training, validation and test parts are all non-empty. */
  readonly protocols: readonly EvaluationProtocol[];
}

/** `histories`: ties in import order; shuffling them moves no event from one side of a split to the other. */
export function evaluableProtocols(
  histories: Histories,
  wanted: readonly EvaluationProtocol[],
): EvaluableProtocols {
  const canChoose = bears(leaveOneOut(histories));
  const canSplitTime = wanted.some(({ split }) => split === 'temporal') && bears(temporalSplit(histories));
  return {
    canChoose,
    protocols: wanted.filter(({ split }) => (split === 'temporal' ? canSplitTime : canChoose)),
  };
}

function bears({ test, validation }: Split): boolean {
  return caseCount(test) > 0 && caseCount(validation.cases) > 0 && hasSequences(validation.train);
}

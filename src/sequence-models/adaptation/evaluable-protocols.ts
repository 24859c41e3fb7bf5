/** What the data can bear: a model learns from one event that follows another, and is judged on what is held out. */
import type { EvaluationProtocol } from '../evaluation/evaluate-sequences.ts';
import type { Histories } from '../histories/histories.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { caseCount, type Split } from '../splits/split.ts';
import { temporalSplit } from '../splits/temporal-split.ts';

/** Whether anybody has two events. */
export function hasSequences({ offsets }: Pick<Histories, 'offsets'>): boolean {
  for (let person = 0; person + 1 < offsets.length; person++)
    if (offsets[person + 1]! - offsets[person]! >= 2) return true;
  return false;
}

export interface EvaluableProtocols {
  /** Whether anything can be held out to choose the number of epochs by. */
  readonly canChoose: boolean;
  /** Of the wanted ones, those that have something to learn from, to choose by and to judge on. */
  readonly protocols: readonly EvaluationProtocol[];
}

/** `histories`: ties as imported; shuffling them moves no event from one side of a split to the other. */
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

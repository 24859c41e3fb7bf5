/**
 * Which protocols a dataset is large enough for: to evaluate a model, and to choose its epochs and its blend.
 * A model learns from one event that follows another, so each split needs held-out events and a training
 * sequence.
 */
import { counted } from '../../../contract/errors.ts';
import type { SelectionProtocol } from '../../../contract/selection-protocol.ts';
import type { EvaluationProtocol } from '../evaluation/evaluate-sequences.ts';
import type { Histories } from '../histories/histories.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { caseCount, type Split } from '../splits/split.ts';
import { temporalSplit } from '../splits/temporal-split.ts';

/**
 * Whether any person has an event that follows another one, of another basket, and that the person did not turn
 * down.
 */
export function hasSequences({
  offsets,
  weights,
  baskets,
}: Pick<Histories, 'offsets' | 'weights' | 'baskets'>): boolean {
  for (let person = 0; person + 1 < offsets.length; person++)
    for (let at = offsets[person]! + 1; at < offsets[person + 1]!; at++)
      if (
        (weights === undefined || weights[at]! > 0) &&
        (baskets === undefined || baskets[at] !== baskets[offsets[person]!])
      )
        return true;
  return false;
}

/** Fewer cases by time do not tell how to choose. */
const MIN_CASES_BY_TIME = 50;

export interface EvaluableProtocols {
  /** The protocol that chooses; null: no events can be held out. */
  readonly protocol: SelectionProtocol | null;
  /** Why, for the card. */
  readonly reasons: readonly string[];
  /** The requested protocols whose training, validation and test parts are all non-empty. */
  readonly protocols: readonly EvaluationProtocol[];
}

/**
 * `histories`: with ties in import order; shuffling them does not change which parts are empty. `asked`: what
 * shall choose; absent: time, where there is enough to choose by.
 */
export function evaluableProtocols(
  histories: Histories,
  requested: readonly EvaluationProtocol[],
  asked?: SelectionProtocol,
): EvaluableProtocols {
  const byTime = temporalSplit(histories);
  const canLeaveOut = isEvaluable(leaveOneOut(histories));
  const canSplitTime = isEvaluable(byTime);
  return {
    ...chosenProtocol(asked, canLeaveOut, canSplitTime ? caseCount(byTime.validation.cases) : 0),
    protocols: requested.filter(({ split }) => (split === 'temporal' ? canSplitTime : canLeaveOut)),
  };
}

function chosenProtocol(
  asked: SelectionProtocol | undefined,
  canLeaveOut: boolean,
  casesByTime: number,
): Pick<EvaluableProtocols, 'protocol' | 'reasons'> {
  const isEnough = casesByTime >= MIN_CASES_BY_TIME;
  if (casesByTime > 0 && (asked === 'time' || (asked === undefined && isEnough) || !canLeaveOut))
    return {
      protocol: 'time',
      reasons: [
        `Chosen by time: ${counted(casesByTime, 'person has', 'people have')} later events to choose by.`,
      ],
    };
  if (!canLeaveOut) return { protocol: null, reasons: [] };
  const why =
    asked === 'leave_one_out'
      ? 'as requested'
      : `by time there ${casesByTime === 1 ? 'is 1 person' : `are ${casesByTime} people`} to choose by, and ${MIN_CASES_BY_TIME} are needed`;
  return { protocol: 'leave_one_out', reasons: [`Chosen by leave-one-out: ${why}.`] };
}

function isEvaluable({ test, validation }: Split): boolean {
  return caseCount(test) > 0 && caseCount(validation.cases) > 0 && hasSequences(validation.train);
}

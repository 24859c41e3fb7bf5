/**
 * The newest slice of a dataset: events that no version of a model has seen. A refit and the serving model
 * are compared on them. The slice is the last fifth by time of the events after the serving model's data. The
 * last fifth of the others chooses the number of epochs and the blend, or leave-one-out on all others. The refit
 * learns from the rest, with a sample of earlier people.
 *
 * E events.
 */

import type { SelectionProtocol } from '../../../contract/selection-protocol.ts';
import { quantileOfSorted } from '../../../platform/numeric/statistics.ts';
import type { Histories } from '../histories/histories.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { caseCount, type Split } from '../splits/split.ts';
import { splitByTime } from '../splits/temporal-split.ts';

const SLICE_FROM = 0.8;
/** Fewer cases cannot tell two models apart. */
export const MIN_CASES = 100;

export type NewestSlice =
  | { readonly kind: 'slice'; readonly split: Split; readonly newEvents: number }
  /** There is too little new data; `cases`: the number that the slice would have. */
  | { readonly kind: 'too_few'; readonly newEvents: number; readonly cases: number };

/**
 * `knownUntilMs`: of the last event that the serving model has learned from, milliseconds since 1970.
 * `protocol`: what chooses.
 */
export function newestSlice(
  histories: Histories,
  knownUntilMs: number,
  protocol: SelectionProtocol = 'time',
): NewestSlice {
  const later = histories.timestampsMs.filter((time) => time > knownUntilMs).sort();
  if (later.length === 0) return { kind: 'too_few', newEvents: 0, cases: 0 };
  const testFromMs = quantileOfSorted(later, SLICE_FROM);
  const learned = later.filter((time) => time < testFromMs);
  const validationFromMs = learned.length === 0 ? testFromMs : quantileOfSorted(learned, SLICE_FROM);
  const byTime = splitByTime(histories, { validationFromMs, testFromMs });
  const split =
    protocol === 'time' ? byTime : { ...byTime, validation: leaveOneOut(byTime.train).validation };
  const cases = caseCount(split.test);
  if (cases < MIN_CASES || caseCount(split.validation.cases) === 0)
    return { kind: 'too_few', newEvents: later.length, cases };
  return { kind: 'slice', split, newEvents: later.length };
}

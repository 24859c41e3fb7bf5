/**
 * The newest slice of a dataset: events that no version of a model has seen. A refit and the serving model
 * are compared on them. The slice is the last fifth by time of the events after the serving model's data. The
 * last fifth of the others chooses the number of epochs and the blend, or leave-one-out on all others. The refit
 * learns from the rest, with a sample of earlier people.
 *
 * With many people each has one target, the first in the slice. With fewer people every event of the slice that
 * has an earlier one is a target, and the slice may be up to half of the new events. The bootstrap then resamples
 * people with all of their targets.
 *
 * E events.
 */

import type { SelectionProtocol } from '../../../contract/selection-protocol.ts';
import { quantileOfSorted } from '../../../platform/numeric/statistics.ts';
import type { Histories } from '../histories/histories.ts';
import { laterTargets } from '../splits/later-targets.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { type Cases, caseCount, type Split } from '../splits/split.ts';
import { splitByTime } from '../splits/temporal-split.ts';

/** Where a slice begins, as a quantile of the new events; the smallest slice first. */
const SLICES_FROM = [0.8, 0.65, 0.5];
const VALIDATION_FROM = 0.8;
/** From so many people on, one target of each is enough. */
const MANY_PEOPLE = 100;
/** Fewer people cannot tell two models apart. */
export const MIN_PEOPLE = 30;

export type NewestSlice =
  | { readonly kind: 'slice'; readonly split: Split; readonly newEvents: number }
  /** There is too little new data; `people`: those with a target in the widest slice. */
  | { readonly kind: 'too_few'; readonly newEvents: number; readonly people: number };

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
  const newEvents = later.length;
  if (newEvents === 0) return { kind: 'too_few', newEvents, people: 0 };
  const first = sliceFrom(histories, later, { share: SLICES_FROM[0]!, protocol });
  if (caseCount(first.test) >= MANY_PEOPLE && canValidate(first))
    return { kind: 'slice', split: first, newEvents };
  let people = 0;
  for (const share of SLICES_FROM) {
    const split = withAllTargets(histories, sliceFrom(histories, later, { share, protocol }));
    people = peopleIn(split.test);
    if (people >= MIN_PEOPLE && canValidate(split)) return { kind: 'slice', split, newEvents };
  }
  return { kind: 'too_few', newEvents, people };
}

/** `later`: the times of the new events, ascending. */
function sliceFrom(
  histories: Histories,
  later: Float64Array,
  { share, protocol }: { readonly share: number; readonly protocol: SelectionProtocol },
): Split {
  const testFromMs = quantileOfSorted(later, share);
  const learned = later.filter((time) => time < testFromMs);
  const validationFromMs = learned.length === 0 ? testFromMs : quantileOfSorted(learned, VALIDATION_FROM);
  const byTime = splitByTime(histories, { validationFromMs, testFromMs });
  return protocol === 'time' ? byTime : { ...byTime, validation: leaveOneOut(byTime.train).validation };
}

function withAllTargets(histories: Histories, split: Split): Split {
  return { ...split, test: laterTargets(histories, split.points!.testFromMs) };
}

function canValidate({ validation }: Split): boolean {
  return caseCount(validation.cases) > 0;
}

function peopleIn({ people }: Cases): number {
  return new Set(people).size;
}

/**
 * The temporal split. Events before a moment T are training data, and the target is each person's first item
 * from T on. T is the 90 % quantile of all timestamps. The validation is split in the same way, at the 90 %
 * quantile of the timestamps before T. Only people with an event before the moment have a case. A target
 * whose item has no event before the moment stays a case; most rankers miss it. Where kinds of events weigh
 * differently, the target is the first item of the greatest weight. Of baskets the whole basket is the target.
 */
import { quantileOfSorted } from '../../../platform/numeric/statistics.ts';
import { type Histories, truncateHistories } from '../histories/histories.ts';
import { basketAt, basketCases } from './baskets.ts';
import type { Cases, Split } from './split.ts';
import { isTarget, targetWeight } from './target-weight.ts';

const KNOWN_SHARE = 0.9;

/** Has no cases if all events have one timestamp. */
export function temporalSplit(histories: Histories): Split {
  const sorted = histories.timestampsMs.slice().sort();
  const testFromMs = sorted.length === 0 ? 0 : quantileOfSorted(sorted, KNOWN_SHARE);
  const known = sorted.subarray(0, firstFrom(sorted, 0, sorted.length, testFromMs));
  const validationFromMs = known.length === 0 ? 0 : quantileOfSorted(known, KNOWN_SHARE);
  return splitByTime(histories, { validationFromMs, testFromMs });
}

/** The moments in milliseconds since 1970; the validation begins before the test. */
export function splitByTime(
  histories: Histories,
  points: { readonly validationFromMs: number; readonly testFromMs: number },
): Split {
  const least = targetWeight(histories);
  const [train, test] = splitAt(histories, points.testFromMs, least);
  const [validationTrain, cases] = splitAt(train, points.validationFromMs, least);
  return { kind: 'temporal', train, test, validation: { train: validationTrain, cases }, points };
}

/** The events before the moment, and the cases of people with events before and after it. */
function splitAt(histories: Histories, fromMs: number, least: number): readonly [Histories, Cases] {
  const { offsets, timestampsMs, personIds } = histories;
  const ends = Uint32Array.from(personIds, (_, person) =>
    firstFrom(timestampsMs, offsets[person]!, offsets[person + 1]!, fromMs),
  );
  const firstTargets = ends.map((end, person) => {
    let at = end;
    while (at < offsets[person + 1]! && !isTarget(histories, at, least)) at++;
    return at;
  });
  const people = Uint32Array.from(personIds.keys()).filter(
    (person) => ends[person]! > offsets[person]! && firstTargets[person]! < offsets[person + 1]!,
  );
  const cases =
    histories.baskets === undefined
      ? {
          ...{ histories, people },
          ends: people.map((person) => ends[person]!),
          targets: people.map((person) => firstTargets[person]!),
        }
      : basketCases(
          histories,
          Array.from(people, (person) => basketAt(histories, person, firstTargets[person]!)),
          least,
          ({ person }) => ends[person]!,
        );
  return [truncateHistories(histories, ends, fromMs), cases];
}

/** The first position in [start, end) whose time is not before `fromMs`, else `end`. */
function firstFrom(times: Float64Array, start: number, end: number, fromMs: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * As a service stands in time: everything before a moment T is known, and asked for is the first item of each
 * person from T on. T is the 90 % quantile of all timestamps; the validation's moment is the 90 % quantile of
 * what lies before T, so that choices are made under the same conditions. Only people with something before
 * the moment are asked about; items that nobody had before it are asked for too, and count as misses of those
 * who cannot know them.
 */
import { type Histories, truncateHistories } from '../histories/histories.ts';
import type { Cases, Split } from './split.ts';

const KNOWN_SHARE = 0.9;

/** Where all events have one timestamp nothing lies before T, and there are no cases. */
export function temporalSplit(histories: Histories): Split {
  const sorted = histories.timestampsMs.slice().sort();
  const testFromMs = quantile(sorted, KNOWN_SHARE);
  const known = sorted.subarray(0, firstFrom(sorted, 0, sorted.length, testFromMs));
  const validationFromMs = quantile(known, KNOWN_SHARE);
  const [train, test] = splitAt(histories, testFromMs);
  const [validationTrain, cases] = splitAt(train, validationFromMs);
  return {
    kind: 'temporal',
    train,
    test,
    validation: { train: validationTrain, cases },
    points: { validationFromMs, testFromMs },
  };
}

/** What lies before the moment, and the cases of people who were there before it and after. */
function splitAt(histories: Histories, fromMs: number): readonly [Histories, Cases] {
  const { offsets, timestampsMs, personIds } = histories;
  const ends = Uint32Array.from(personIds, (_, person) =>
    firstFrom(timestampsMs, offsets[person]!, offsets[person + 1]!, fromMs),
  );
  const people = Uint32Array.from(personIds.keys()).filter(
    (person) => ends[person]! > offsets[person]! && ends[person]! < offsets[person + 1]!,
  );
  const stops = people.map((person) => ends[person]!);
  return [truncateHistories(histories, ends), { histories, people, ends: stops, targets: stops }];
}

/** Nearest rank from above: the least timestamp that at least the share lies at or below. 0 of nothing. */
function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
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

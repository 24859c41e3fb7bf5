/**
 * Cuts histories into parts by time, with equally many events each, and gives figures of the parts.
 *
 * P people, E events.
 */
import {
  type Histories,
  peopleOf,
  truncateHistories,
} from '../../src/behaviour/sequence-models/histories/histories.ts';

const DAY_MS = 86_400_000;
/** The days of a part where only the order of events is known. */
const DAYS_A_PART = 30;

/** The moments between the parts, milliseconds since 1970 [parts − 1]. */
export function momentsOf({ timestampsMs }: Histories, parts: number): readonly number[] {
  const sorted = timestampsMs.slice().sort();
  return Array.from(
    { length: parts - 1 },
    (_, part) => sorted[Math.floor(((part + 1) * sorted.length) / parts)]!,
  );
}

/**
 * Gives times to histories of which only the order is known. All people go through theirs at an even pace at
 * the same time. So the n-th of N events is at (n + ½) / N of the whole.
 */
export function atEvenPace(histories: Histories, parts: number): Histories {
  const { offsets, items } = histories;
  const timestampsMs = new Float64Array(items.length);
  for (let person = 0; person + 1 < offsets.length; person++) {
    const [start, end] = [offsets[person]!, offsets[person + 1]!];
    for (let at = start; at < end; at++)
      timestampsMs[at] = Math.round(((at - start + 0.5) / (end - start)) * parts * DAYS_A_PART * DAY_MS);
  }
  return { ...histories, timestampsMs };
}

/** Without events from the moment on, and without people who had none before. */
export function knownBefore(histories: Histories, toMs: number): Histories {
  const { offsets, timestampsMs, personIds } = histories;
  const ends = Uint32Array.from(personIds, (_, person) => {
    let end = offsets[person]!;
    while (end < offsets[person + 1]! && timestampsMs[end]! < toMs) end++;
    return end;
  });
  const cut = truncateHistories(histories, ends);
  const present = [...personIds.keys()].filter((person) => cut.offsets[person + 1]! > cut.offsets[person]!);
  return peopleOf(cut, Uint32Array.from(present));
}

export interface PartContent {
  readonly events: number;
  /** People with an event in the part, and those of them with an event before it. */
  readonly people: number;
  readonly knownPeople: number;
  /** The share of the events that are of people without an event before, 0..1. */
  readonly eventsOfNewPeople: number;
}

/** Figures of the events from `fromMs` up to, not including, `toMs`. */
export function contentOf(
  { offsets, timestampsMs, personIds }: Histories,
  fromMs: number,
  toMs: number,
): PartContent {
  let [events, people, knownPeople, ofNew] = [0, 0, 0, 0];
  for (const person of personIds.keys()) {
    const own = timestampsMs.subarray(offsets[person]!, offsets[person + 1]!);
    const inside = own.filter((at) => at >= fromMs && at < toMs).length;
    if (inside === 0) continue;
    const isKnown = own[0]! < fromMs;
    events += inside;
    people++;
    if (isKnown) knownPeople++;
    else ofNew += inside;
  }
  return { events, people, knownPeople, eventsOfNewPeople: events === 0 ? 0 : ofNew / events };
}

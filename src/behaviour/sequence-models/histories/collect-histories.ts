/**
 * Reads a dataset's events as histories, in one pass. Events are filtered, sorted by person with a counting
 * sort, which keeps the import order, and then by time. Memory: 28 bytes per event during sorting, 12
 * afterwards, and the ids of people and items. Nothing else grows with the file.
 */

import { UniformStream } from '../../../platform/numeric/random-streams.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { StoredTimes } from '../../datasets/stored-times.ts';
import { foldRepeats } from './fold-repeats.ts';
import { type Histories, keepEvents } from './histories.ts';
import { orderByTime } from './order-by-time.ts';

export interface HistorySettings {
  /** Only events of these kinds; null: events of all kinds. */
  readonly kinds: readonly string[] | null;
  /** Only events whose value is at least `minValue`; null: all events. Default 0: a dislike is no history. */
  readonly minValue: number | null;
  /** Whether a repeated item of a person counts every time (`kept`) or only the first time (`folded`). */
  readonly repeats: 'kept' | 'folded';
  /** People with fewer events after the other filters are omitted; at least 1. */
  readonly minEvents: number;
  /** The order of a person's events at the same moment: the import order, or shuffled by a seed. */
  readonly ties: 'imported' | { readonly shuffledBy: number };
}

/** A value below 0 says that the person did not want the item. */
export const LEAST_VALUE = 0;

const defaultHistorySettings: HistorySettings = {
  kinds: null,
  minValue: LEAST_VALUE,
  repeats: 'folded',
  minEvents: 1,
  ties: 'imported',
};

type EventSource = Pick<Snapshot, 'items' | 'events' | 'itemCount' | 'eventCount'>;

/** Events of the requested kinds that are no history. */
export interface LeftOutEvents {
  readonly impossibleTimes: number;
  /** Events with a value below 0 and below `minValue`. */
  readonly negativeValues: number;
}

export type CollectedHistories = Histories & { readonly leftOut: LeftOutEvents };

interface NumberedEvents {
  readonly count: number;
  readonly people: Uint32Array;
  readonly items: Uint32Array;
  readonly timestampsMs: Float64Array;
}

/** Throws `signal.reason`, and an Error if an event has an item that the dataset lacks. */
export async function collectHistories(
  snapshot: EventSource,
  settings: Partial<HistorySettings> = {},
  signal?: AbortSignal,
): Promise<CollectedHistories> {
  const { ties, repeats, minEvents, ...filter } = { ...defaultHistorySettings, ...settings };
  const itemIds: string[] = [];
  for await (const batch of snapshot.items()) itemIds.push(...batch.itemIds);
  const personNumbers = new Map<string, number>();
  const events = await readEvents(snapshot, itemIds, personNumbers, filter, signal);
  const histories = {
    ...byPerson(events, personNumbers.size),
    personIds: [...personNumbers.keys()],
    itemIds,
  };
  orderByTime(histories, ties === 'imported' ? null : new UniformStream(ties.shuffledBy, 'ties'));
  const counted = repeats === 'folded' ? foldRepeats(histories) : histories;
  const { leftOut } = events;
  const kept = minEvents > 1 || leftOut.impossibleTimes > 0 ? omitShort(counted, minEvents) : counted;
  return { ...kept, leftOut };
}

async function readEvents(
  snapshot: EventSource,
  itemIds: readonly string[],
  personNumbers: Map<string, number>,
  { kinds, minValue }: Pick<HistorySettings, 'kinds' | 'minValue'>,
  signal: AbortSignal | undefined,
): Promise<NumberedEvents & { readonly leftOut: LeftOutEvents }> {
  const itemNumbers = new Map(itemIds.map((id, number) => [id, number]));
  const people = new Uint32Array(snapshot.eventCount);
  const items = new Uint32Array(snapshot.eventCount);
  const timestampsMs = new Float64Array(snapshot.eventCount);
  const wanted = kinds === null ? null : new Set(kinds);
  const times = new StoredTimes();
  let [count, negativeValues] = [0, 0];
  for await (const batch of snapshot.events(['personIds', 'itemIds', 'kinds', 'timestampsMs', 'values'])) {
    signal?.throwIfAborted();
    for (let row = 0; row < batch.count; row++) {
      if (wanted !== null && !wanted.has(batch.kinds[row]!)) continue;
      const value = batch.values[row]!;
      if (minValue !== null && !(value >= minValue)) {
        negativeValues += Number(value < 0);
        continue;
      }
      if (!times.add(batch.timestampsMs[row]!)) continue;
      people[count] = numberOf(personNumbers, batch.personIds[row]!);
      items[count] = knownNumber(itemNumbers, batch.itemIds[row]!);
      timestampsMs[count] = batch.timestampsMs[row]!;
      count++;
    }
  }
  const read = { count, people, items, timestampsMs };
  const leftOut = { impossibleTimes: times.impossible, negativeValues };
  return { ...eventsFrom(read, times.fromMs), leftOut };
}

/** Removes earlier events in place. A person without other events gets an empty history. */
function eventsFrom(events: NumberedEvents, fromMs: number): NumberedEvents {
  const { people, items, timestampsMs } = events;
  let count = 0;
  for (let row = 0; row < events.count; row++) {
    if (timestampsMs[row]! < fromMs) continue;
    people[count] = people[row]!;
    items[count] = items[row]!;
    timestampsMs[count++] = timestampsMs[row]!;
  }
  return { ...events, count };
}

/** A counting sort. It is stable: the events of a person stay in import order. P people. */
function byPerson({ count, people, items, timestampsMs }: NumberedEvents, P: number) {
  const offsets = new Uint32Array(P + 1);
  for (let row = 0; row < count; row++) offsets[people[row]! + 1]!++;
  for (let person = 0; person < P; person++) offsets[person + 1]! += offsets[person]!;
  const next = offsets.slice(0, P);
  const sorted = { offsets, items: new Uint32Array(count), timestampsMs: new Float64Array(count) };
  for (let row = 0; row < count; row++) {
    const at = next[people[row]!]!++;
    sorted.items[at] = items[row]!;
    sorted.timestampsMs[at] = timestampsMs[row]!;
  }
  return sorted;
}

function omitShort(histories: Histories, minEvents: number): Histories {
  const { personIds, itemIds, offsets, items } = histories;
  const kept = personIds.map((_, person) => offsets[person + 1]! - offsets[person]! >= minEvents);
  const keptOffsets = [0];
  const isKept = new Uint8Array(items.length);
  for (const [person, stays] of kept.entries()) {
    if (!stays) continue;
    isKept.fill(1, offsets[person]!, offsets[person + 1]!);
    keptOffsets.push(keptOffsets.at(-1)! + offsets[person + 1]! - offsets[person]!);
  }
  return {
    personIds: personIds.filter((_, person) => kept[person]!),
    itemIds,
    offsets: Uint32Array.from(keptOffsets),
    ...keepEvents(histories, isKept, keptOffsets.at(-1)!),
  };
}

function numberOf(numbers: Map<string, number>, id: string): number {
  const known = numbers.get(id);
  if (known !== undefined) return known;
  numbers.set(id, numbers.size);
  return numbers.size - 1;
}

function knownNumber(numbers: ReadonlyMap<string, number>, id: string): number {
  const number = numbers.get(id);
  if (number === undefined)
    throw new Error(`An event names the item «${id}», which its dataset does not have.`);
  return number;
}

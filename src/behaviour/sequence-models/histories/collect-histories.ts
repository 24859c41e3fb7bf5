/**
 * Reads a dataset's events as histories, in one pass. Events are filtered, sorted by person with a counting
 * sort, which keeps the import order, and then by time. Memory: 28 bytes per event during sorting, 12
 * afterwards, 4 more where kinds have weights and where events have contexts, the contexts, the rejections, and
 * the ids of people and items. Nothing else grows with the file.
 */

import type { BasketField } from '../../../contract/dataset-events.ts';
import { timeFault } from '../../../contract/times.ts';
import { UniformStream } from '../../../platform/numeric/random-streams.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { StoredTimes } from '../../datasets/stored-times.ts';
import { BasketNumbers, orderByBasket } from './basket-order.ts';
import { contextCollector } from './event-contexts.ts';
import { eventKinds, type KindCount } from './event-kinds.ts';
import { foldRepeats } from './fold-repeats.ts';
import {
  type EventColumns,
  type EventContexts,
  eventColumns,
  type Histories,
  optionalOf,
  peopleOf,
} from './histories.ts';
import { orderByTime } from './order-by-time.ts';
import { markRejected, type RejectionEvent, rejectionsByPerson } from './rejected-items.ts';

export interface HistorySettings {
  /** Only events of these kinds; null: events of all kinds. */
  readonly kinds: readonly string[] | null;
  /** Only events whose value is at least `minValue`; null: all events. Default 0: a dislike is no history. */
  readonly minValue: number | null;
  /** Whether a repeated item of a person counts every time (`kept`) or only the first time (`folded`). */
  readonly repeats: 'kept' | 'folded';
  /**
   * People with fewer events after the other filters are omitted. 0: people who have only turned items down are
   * kept, with empty histories.
   */
  readonly minEvents: number;
  /** The order of a person's events at the same moment: the import order, or shuffled by a seed. */
  readonly ties: 'imported' | { readonly shuffledBy: number };
  /** The field that makes events of a person one basket; null: events are no baskets. */
  readonly baskets: BasketField | null;
  /** Whether events of a basket get its first moment and lie side by side. Default true. */
  readonly ordersBaskets: boolean;
}

/** A value below 0 says that the person did not want the item. */
export const LEAST_VALUE = 0;

const defaultHistorySettings: HistorySettings = {
  kinds: null,
  minValue: LEAST_VALUE,
  repeats: 'folded',
  minEvents: 1,
  ties: 'imported',
  baskets: null,
  ordersBaskets: true,
};

type EventSource = Pick<
  Snapshot,
  'items' | 'events' | 'itemCount' | 'eventCount' | 'declaredEvents' | 'features'
>;

/** Events of the requested kinds that are no history. */
export interface LeftOutEvents {
  readonly impossibleTimes: number;
  /** Events with a value below 0 and below `minValue`. */
  readonly negativeValues: number;
}

export type CollectedHistories = Histories & {
  readonly leftOut: LeftOutEvents;
  /** The kinds with declared weights, as far as they were requested. */
  readonly kinds: readonly KindCount[];
};

type NumberedEvents = EventColumns & { readonly count: number; readonly people: Uint32Array };

const basketColumns = { basket_id: 'basketIds', session_id: 'sessionIds' } as const;

/** Throws `signal.reason`, and an Error if an event has an item that the dataset lacks. */
export async function collectHistories(
  snapshot: EventSource,
  settings: Partial<HistorySettings> = {},
  signal?: AbortSignal,
): Promise<CollectedHistories> {
  const { ties, repeats, minEvents, ordersBaskets, ...filter } = { ...defaultHistorySettings, ...settings };
  const itemIds: string[] = [];
  for await (const batch of snapshot.items()) itemIds.push(...batch.itemIds);
  const personNumbers = new Map<string, number>();
  const events = await readEvents(snapshot, itemIds, personNumbers, { ...filter, minEvents }, signal);
  const histories = {
    ...byPerson(events, personNumbers.size),
    personIds: [...personNumbers.keys()],
    itemIds,
    ...(events.contexts && { contexts: events.contexts }),
  };
  orderByTime(histories, ties === 'imported' ? null : new UniformStream(ties.shuffledBy, 'ties'));
  // By the times of the events themselves: those of a basket get one moment.
  const rejected = markRejected(histories, events.rejected);
  if (ordersBaskets) orderByBasket(histories);
  const counted = repeats === 'folded' ? foldRepeats(histories) : histories;
  const { leftOut, kinds } = events;
  const kept = minEvents > 1 || leftOut.impossibleTimes > 0 ? omitShort(counted, minEvents) : counted;
  const rejections = rejectionsByPerson(kept.personIds, rejected);
  return { ...kept, ...(rejections && { rejections }), leftOut, kinds };
}

interface ReadEvents {
  readonly leftOut: LeftOutEvents;
  readonly kinds: readonly KindCount[];
  readonly rejected: readonly RejectionEvent[];
  /** Absent: none are declared. */
  readonly contexts?: EventContexts;
}

const readColumns = ['personIds', 'itemIds', 'kinds', 'timestampsMs', 'values'] as const;

async function readEvents(
  snapshot: EventSource,
  itemIds: readonly string[],
  personNumbers: Map<string, number>,
  { kinds, minValue, minEvents, baskets }: Omit<HistorySettings, 'ties' | 'repeats' | 'ordersBaskets'>,
  signal: AbortSignal | undefined,
): Promise<NumberedEvents & ReadEvents> {
  const itemNumbers = new Map(itemIds.map((id, number) => [id, number]));
  const people = new Uint32Array(snapshot.eventCount);
  const declared = eventKinds(snapshot.declaredEvents.kinds, kinds);
  const hasContexts = Object.keys(snapshot.features.events).length > 0;
  const optional = { isWeighted: declared.areWeighted, hasBaskets: baskets !== null, hasContexts };
  const columns = eventColumns(snapshot.eventCount, optional);
  const basketColumn = baskets === null ? [] : [basketColumns[baskets]];
  const numbers = new BasketNumbers();
  const contexts = contextCollector(snapshot.features.events);
  const rejected: RejectionEvent[] = [];
  const times = new StoredTimes();
  let [count, negativeValues] = [0, 0];
  const read = [...readColumns, ...basketColumn, ...(hasContexts ? (['contexts'] as const) : [])] as const;
  for await (const batch of snapshot.events(read)) {
    signal?.throwIfAborted();
    const basketIds = basketColumn.length === 0 ? null : batch[basketColumn[0]!];
    for (let row = 0; row < batch.count; row++) {
      const weight = declared.take(batch.kinds[row]!);
      if (weight === null) continue;
      const timestampMs = batch.timestampsMs[row]!;
      const personId = batch.personIds[row]!;
      const item = knownNumber(itemNumbers, batch.itemIds[row]!);
      if (weight < 0) {
        if (timeFault(timestampMs) !== null) continue;
        rejected.push({ personId, item, timestampMs, weight: -weight });
        if (minEvents === 0) numberOf(personNumbers, personId);
        continue;
      }
      const value = batch.values[row]!;
      if (minValue !== null && !(value >= minValue)) {
        negativeValues += Number(value < 0);
        continue;
      }
      if (!times.add(timestampMs)) continue;
      people[count] = numberOf(personNumbers, personId);
      columns.items[count] = item;
      columns.timestampsMs[count] = timestampMs;
      if (columns.weights !== undefined) columns.weights[count] = weight;
      if (basketIds !== null) columns.baskets![count] = numbers.of(people[count]!, basketIds[row]!);
      if (columns.contextRows !== undefined)
        columns.contextRows[count] = contexts.rowOf(batch.contexts[row]!);
      count++;
    }
  }
  const leftOut = { impossibleTimes: times.impossible, negativeValues };
  return {
    ...eventsFrom({ count, people, ...columns }, times.fromMs),
    ...{ leftOut, rejected, kinds: declared.counts() },
    ...(hasContexts && { contexts: contexts.finish() }),
  };
}

/** Removes earlier events in place. A person without other events gets an empty history. */
function eventsFrom(events: NumberedEvents, fromMs: number): NumberedEvents {
  const { people, items, timestampsMs, weights, baskets, contextRows } = events;
  let count = 0;
  for (let row = 0; row < events.count; row++) {
    if (timestampsMs[row]! < fromMs) continue;
    people[count] = people[row]!;
    items[count] = items[row]!;
    if (weights !== undefined) weights[count] = weights[row]!;
    if (baskets !== undefined) baskets[count] = baskets[row]!;
    if (contextRows !== undefined) contextRows[count] = contextRows[row]!;
    timestampsMs[count++] = timestampsMs[row]!;
  }
  return { ...events, count };
}

/** A counting sort. It is stable: the events of a person stay in import order. P people. */
function byPerson(events: NumberedEvents, P: number) {
  const { count, people, items, timestampsMs, weights, baskets, contextRows } = events;
  const offsets = new Uint32Array(P + 1);
  for (let row = 0; row < count; row++) offsets[people[row]! + 1]!++;
  for (let person = 0; person < P; person++) offsets[person + 1]! += offsets[person]!;
  const next = offsets.slice(0, P);
  const sorted = { offsets, ...eventColumns(count, optionalOf(events)) };
  for (let row = 0; row < count; row++) {
    const at = next[people[row]!]!++;
    sorted.items[at] = items[row]!;
    sorted.timestampsMs[at] = timestampsMs[row]!;
    if (weights !== undefined) sorted.weights![at] = weights[row]!;
    if (baskets !== undefined) sorted.baskets![at] = baskets[row]!;
    if (contextRows !== undefined) sorted.contextRows![at] = contextRows[row]!;
  }
  return sorted;
}

function omitShort(histories: Histories, minEvents: number): Histories {
  const { personIds, offsets } = histories;
  const people = Uint32Array.from(personIds.keys());
  return peopleOf(
    histories,
    people.filter((person) => offsets[person + 1]! - offsets[person]! >= minEvents),
  );
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

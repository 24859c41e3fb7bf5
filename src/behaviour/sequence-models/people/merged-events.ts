/** The stored events of a person and those appended since, as a model reads them. */
import type { BasketField, EventKinds } from '../../../contract/dataset-events.ts';
import { timeFault } from '../../../contract/times.ts';
import type { EventRow } from '../../datasets/rows/dataset-row.ts';
import { eventKinds } from '../histories/event-kinds.ts';
import type { EventSelection, PersonEvents, TimedItems } from './people-protocol.ts';

/** Oldest first. */
export interface TimedHistory {
  readonly itemIds: readonly string[];
  /** By item, milliseconds since 1970. */
  readonly timestampsMs: readonly number[];
  /** Items that the person turned down, such as by a return, and did not take again later. */
  readonly rejectedItemIds: readonly string[];
}

/** Appended events by what they say of the item. */
export interface SelectedEvents {
  readonly taken: readonly EventRow[];
  /** The person turned the item down. */
  readonly rejected: readonly EventRow[];
}

/** `declared`: the weights of kinds that the dataset declares. */
export function selectEvents(
  events: readonly EventRow[],
  { kinds, minValue }: EventSelection,
  declared: EventKinds,
): SelectedEvents {
  const weights = eventKinds(declared, kinds);
  const taken: EventRow[] = [];
  const rejected: EventRow[] = [];
  for (const event of events) {
    if (timeFault(event.timestampMs) !== null) continue;
    const weight = weights.take(event.kind);
    if (weight === null) continue;
    if (weight < 0) rejected.push(event);
    else if (minValue === null || event.value >= minValue) taken.push(event);
  }
  return { taken, rejected };
}

interface ReadAs {
  readonly repeats: 'kept' | 'folded';
  /** The field that makes appended events one basket; null: events are no baskets. */
  readonly baskets: BasketField | null;
}

/**
 * At equal times, appended events come after those of the dataset. Events of one basket have its first moment, as in a
 * training.
 */
export function mergedEvents(
  stored: PersonEvents,
  { taken, rejected }: SelectedEvents,
  { repeats, baskets }: ReadAs,
): TimedHistory {
  const all = visits(stored, taken, baskets).sort(byTime);
  const inBaskets = baskets === null ? all : atFirstMoments(all).sort(byTime);
  const read = repeats === 'folded' ? firstOfEach(inBaskets) : inBaskets;
  return {
    itemIds: read.map(({ itemId }) => itemId),
    timestampsMs: read.map(({ timestampMs }) => timestampMs),
    rejectedItemIds: stillRejected(visits(stored.rejected, rejected), all),
  };
}

type Visit = Pick<EventRow, 'itemId' | 'timestampMs'> & {
  /** A number: of stored events. Absent: a basket of its own. */
  readonly basket?: number | string | undefined;
};

const byTime = (a: Visit, b: Visit) => a.timestampMs - b.timestampMs;

function visits(
  { itemIds, timestampsMs, baskets }: TimedItems & Pick<PersonEvents, 'baskets'>,
  appended: readonly EventRow[],
  field: BasketField | null = null,
): Visit[] {
  const idOf = ({ basketId, sessionId }: EventRow) => (field === 'session_id' ? sessionId : basketId);
  return [
    ...itemIds.map((itemId, at) => ({ itemId, timestampMs: timestampsMs[at]!, basket: baskets?.[at] })),
    ...appended.map((event) => {
      return { itemId: event.itemId, timestampMs: event.timestampMs, basket: idOf(event) };
    }),
  ];
}

/** `visits`: by time. */
function atFirstMoments(visits: readonly Visit[]): Visit[] {
  const begins = new Map<Visit['basket'], number>();
  return visits.map((visit) => {
    const { basket, timestampMs } = visit;
    if (basket === undefined) return visit;
    if (!begins.has(basket)) begins.set(basket, timestampMs);
    return { ...visit, timestampMs: begins.get(basket)! };
  });
}

/** Each once, without those that were taken after the last rejection. */
function stillRejected(rejected: readonly Visit[], taken: readonly Visit[]): readonly string[] {
  const lastMs = new Map<string, number>();
  for (const { itemId, timestampMs } of rejected)
    lastMs.set(itemId, Math.max(timestampMs, lastMs.get(itemId) ?? timestampMs));
  for (const { itemId, timestampMs } of taken)
    if (timestampMs > (lastMs.get(itemId) ?? Number.POSITIVE_INFINITY)) lastMs.delete(itemId);
  return [...lastMs.keys()];
}

function firstOfEach(visits: readonly Visit[]): readonly Visit[] {
  const seen = new Set<string>();
  return visits.filter(({ itemId }) => {
    if (seen.has(itemId)) return false;
    seen.add(itemId);
    return true;
  });
}

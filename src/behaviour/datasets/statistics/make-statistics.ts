/** Measures a snapshot from its files. Memory grows with items, not with events (`measure-people.ts`). */
import type { DatasetStatisticsFields } from '../../../contract/dataset-statistics.ts';
import { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import type { Snapshot } from '../snapshot/read-snapshot.ts';
import { DayCounts } from './day-counts.ts';
import { describeLongTail } from './describe-long-tail.ts';
import { measureItems, titlesOf } from './measure-items.ts';
import { GAP_MINUTES, measurePeople } from './measure-people.ts';

/** Longest run of work between two turns of the event loop. */
const SLICE_MS = 25;
const MAX_HEAD = 20;
const MAX_KINDS = 20;
const MAX_COUNTED_KINDS = 10_000;

/** Throws `signal.reason`. */
export async function makeStatistics(
  datasetId: string,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<DatasetStatisticsFields> {
  const yielder = new EventLoopYielder(SLICE_MS, { signal });
  const pause = () => yielder.yieldIfDue();
  const { numbers, fields } = await measureItems(snapshot, pause);
  const numberOf = (itemId: string) => numbers.get(itemId)!;
  const events = await countEvents(snapshot, new Uint32Array(numbers.size), numberOf, pause);
  const people = await measurePeople(snapshot, numberOf, pause);
  const { eventCount } = snapshot;
  const sessions = people.sessions.count;
  return {
    dataset_id: datasetId,
    people: people.people,
    items: numbers.size,
    items_with_events: events.counts.reduce((sum, count) => sum + Math.min(1, count), 0),
    events: eventCount,
    ...describeKinds(events.kinds),
    ...events.days.describe(),
    left_out: { impossible_times: events.days.impossible, negative_values: events.negative },
    long_tail: await longTail(snapshot, [...numbers.keys()], events.counts),
    histories: people.histories.describe(),
    sessions: {
      gap_minutes: GAP_MINUTES,
      count: sessions,
      per_person: people.people === 0 ? 0 : sessions / people.people,
      lengths: people.sessions.describe(),
    },
    repeats: { events: people.repeats, share: eventCount === 0 ? 0 : people.repeats / eventCount },
    fields,
  };
}

async function countEvents(
  snapshot: Pick<Snapshot, 'events'>,
  counts: Uint32Array,
  numberOf: (itemId: string) => number,
  pause: () => Promise<void> | undefined,
) {
  const kinds = new Map<string, number>();
  const days = new DayCounts();
  let negative = 0;
  for await (const batch of snapshot.events(['itemIds', 'kinds', 'timestampsMs', 'values'])) {
    for (let row = 0; row < batch.count; row++) {
      counts[numberOf(batch.itemIds[row]!)]!++;
      days.add(batch.timestampsMs[row]!);
      if (batch.values[row]! < 0) negative++;
      const kind = batch.kinds[row]!;
      const known = kinds.get(kind);
      // One more than the bound tells that there are more.
      if (known !== undefined || kinds.size <= MAX_COUNTED_KINDS) kinds.set(kind, (known ?? 0) + 1);
    }
    await pause();
  }
  return { counts, kinds, days, negative };
}

function describeKinds(counts: ReadonlyMap<string, number>) {
  const kinds = [...counts].map(([kind, events]) => ({ kind, events })).sort((a, b) => b.events - a.events);
  return {
    kinds: kinds.slice(0, MAX_KINDS),
    kind_count: counts.size > MAX_COUNTED_KINDS ? null : counts.size,
  };
}

async function longTail(
  snapshot: Pick<Snapshot, 'items'>,
  itemIds: readonly string[],
  counts: Uint32Array,
): Promise<DatasetStatisticsFields['long_tail']> {
  const ids = headOf(counts).map((number) => itemIds[number]!);
  const titles = await titlesOf(snapshot, ids);
  const head = headOf(counts).map((number) => {
    const item_id = itemIds[number]!;
    return { item_id, title: titles.get(item_id) ?? '', events: counts[number]! };
  });
  return { ...describeLongTail(counts.toSorted().reverse()), head };
}

/** Numbers of the items with the most events, those of equal counts in the order of their numbers. */
function headOf(counts: Uint32Array): readonly number[] {
  const head: number[] = [];
  for (const [number, count] of counts.entries()) {
    if (count === 0 || (head.length === MAX_HEAD && count <= counts[head.at(-1)!]!)) continue;
    const before = head.findIndex((other) => counts[other]! < count);
    head.splice(before === -1 ? head.length : before, 0, number);
    head.length = Math.min(head.length, MAX_HEAD);
  }
  return head;
}

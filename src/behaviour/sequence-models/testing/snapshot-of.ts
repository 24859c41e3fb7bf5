/** Snapshots and histories in memory, for tests. */
import { noDeclaredEvents } from '../../../contract/dataset-events.ts';
import { noFeatures } from '../../../contract/dataset-features.ts';
import type { EventBatch, Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import type { Histories } from '../histories/histories.ts';

export interface Event {
  readonly person: string;
  readonly item: string;
  readonly timestampMs: number;
  readonly kind: string;
  readonly value: number;
}

const BATCH = 3;

/** `catalogue`: each letter is an item. */
export function snapshotOf(catalogue: string, events: readonly Event[]): Snapshot {
  const items = [...catalogue];
  async function* eventBatches(): AsyncGenerator<EventBatch> {
    for (let start = 0; start < events.length; start += BATCH) {
      const rows = events.slice(start, start + BATCH);
      yield {
        start,
        count: rows.length,
        eventIds: rows.map((_, n) => `e${start + n}`),
        personIds: rows.map(({ person }) => person),
        itemIds: rows.map(({ item }) => item),
        kinds: rows.map(({ kind }) => kind),
        timestampsMs: Float64Array.from(rows, ({ timestampMs }) => timestampMs),
        values: Float64Array.from(rows, ({ value }) => value),
        sessionIds: rows.map(() => null),
        basketIds: rows.map(() => null),
        contexts: rows.map(() => null),
      };
    }
  }
  return {
    itemCount: items.length,
    eventCount: events.length,
    features: noFeatures,
    declaredEvents: noDeclaredEvents,
    items: async function* () {
      yield {
        start: 0,
        count: items.length,
        itemIds: items,
        texts: items.map(() => 'a thing'),
        createdAtMs: new Float64Array(items.length).fill(Number.NaN),
        attributes: items.map(() => null),
      };
    },
    people: async function* () {},
    events: eventBatches as Snapshot['events'],
  };
}

/** By person: [item, milliseconds since 1970] of each event, oldest first. */
export function historiesOfRows(
  itemCount: number,
  rows: readonly (readonly (readonly [number, number])[])[],
): Histories {
  const flat = rows.flat();
  let end = 0;
  return {
    personIds: rows.map((_, person) => `p${person}`),
    itemIds: Array.from({ length: itemCount }, (_, item) => `i${item}`),
    offsets: Uint32Array.from([0, ...rows.map(({ length }) => (end += length))]),
    items: Uint32Array.from(flat, ([item]) => item),
    timestampsMs: Float64Array.from(flat, ([, at]) => at),
  };
}

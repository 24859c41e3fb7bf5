/** The rows of a snapshot as an import reads them: items, people and events, each in their order. */
import type { EventRow, ItemRow, PersonRow, RowBatch } from '../rows/dataset-row.ts';
import type { EventBatch, ItemBatch, PersonBatch, Snapshot } from './read-snapshot.ts';

export async function* rowsOfSnapshot(
  snapshot: Snapshot,
): AsyncGenerator<RowBatch<ItemRow | PersonRow | EventRow>> {
  for await (const batch of snapshot.items()) yield batchOf(batch, itemRowAt);
  for await (const batch of snapshot.people()) yield batchOf(batch, personRowAt);
  for await (const batch of snapshot.events()) yield batchOf(batch, eventRowAt);
}

/** The ids of people in events and in rows of people, in batches; an id may come several times. */
export async function* personIdsOf(snapshot: Snapshot): AsyncGenerator<readonly string[]> {
  for await (const { personIds } of snapshot.events(['personIds'])) yield personIds;
  for await (const { personIds } of snapshot.people()) yield personIds;
}

function batchOf<Batch extends { readonly start: number; readonly count: number }, Row>(
  batch: Batch,
  rowAt: (batch: Batch, row: number) => Row,
): RowBatch<Row> {
  const rows = Array.from({ length: batch.count }, (_, row) => rowAt(batch, row));
  return { file: 0, rows, lines: rows.map((_, row) => batch.start + row + 1) };
}

export function itemRowAt({ itemIds, texts, createdAtMs, attributes }: ItemBatch, row: number): ItemRow {
  const created = createdAtMs[row]!;
  return {
    type: 'item',
    itemId: itemIds[row]!,
    text: texts[row]!,
    createdAtMs: Number.isNaN(created) ? null : created,
    attributes: attributes[row]!,
  };
}

export function personRowAt({ personIds, attributes }: PersonBatch, row: number): PersonRow {
  return { type: 'person', personId: personIds[row]!, attributes: attributes[row]! };
}

export function eventRowAt(batch: EventBatch, row: number): EventRow {
  const [sessionId, basketId, context] = [batch.sessionIds[row], batch.basketIds[row], batch.contexts[row]];
  return {
    type: 'event',
    eventId: batch.eventIds[row]!,
    personId: batch.personIds[row]!,
    itemId: batch.itemIds[row]!,
    kind: batch.kinds[row]!,
    timestampMs: batch.timestampsMs[row]!,
    value: batch.values[row]!,
    ...(sessionId != null && { sessionId }),
    ...(basketId != null && { basketId }),
    ...(context != null && { context }),
  };
}

/** A row that waits for the next version, as the store keeps it: its line of an export. */
import { type DeclaredEvents, weightOfKind } from '../../../contract/dataset-events.ts';
import type { AppendedRow } from '../../../platform/storage/append-store.ts';
import type { EventRow, ItemRow } from '../rows/dataset-row.ts';
import { eventLine, itemLine } from '../rows/row-lines.ts';
import { sessionKey } from '../rows/session-key.ts';

export function appendedItem(row: ItemRow): AppendedRow {
  return { kind: 'item', id: row.itemId, personId: null, line: itemLine(row) };
}

/** `kinds`: as the dataset declares them. An event that turns its item down counts for no item. */
export function appendedEvent(row: EventRow, { kinds }: DeclaredEvents): AppendedRow {
  const isTaken = row.value >= 0 && weightOfKind(kinds, row.kind) > 0;
  return {
    kind: 'event',
    id: row.eventId,
    personId: row.personId,
    ...(isTaken && { itemId: row.itemId }),
    line: eventLine(row),
  };
}

interface ItemLine {
  readonly item_id: string;
  readonly text: string;
  readonly created_at?: string;
  readonly attributes?: object;
}

export function itemOfAppended(line: string): ItemRow {
  const { item_id, text, created_at, attributes } = JSON.parse(line) as ItemLine;
  return {
    type: 'item',
    itemId: item_id,
    text,
    createdAtMs: created_at === undefined ? null : Date.parse(created_at),
    attributes: attributes === undefined ? null : JSON.stringify(attributes),
  };
}

interface EventLine {
  readonly event_id: string;
  readonly person_id?: string;
  readonly session_id?: string;
  readonly item_id: string;
  readonly kind: string;
  readonly timestamp: string;
  readonly value: number;
  readonly basket_id?: string;
  readonly context?: object;
}

export function eventOfAppended(line: string): EventRow {
  const { event_id, person_id, session_id, item_id, kind, timestamp, value, basket_id, context } = JSON.parse(
    line,
  ) as EventLine;
  return {
    type: 'event',
    eventId: event_id,
    personId: person_id ?? sessionKey(session_id!),
    ...(session_id !== undefined && { sessionId: session_id }),
    itemId: item_id,
    kind,
    timestampMs: Date.parse(timestamp),
    value,
    ...(basket_id !== undefined && { basketId: basket_id }),
    ...(context !== undefined && { context: JSON.stringify(context) }),
  };
}

/**
 * Validates one row of a source: `{"type": "item" | "event" | "person", …}`, otherwise as in the body of POST
 * /datasets. The schemas of the contract decide. A fast path accepts plainly valid rows without them
 * ([why](../../../docs/design/decisions/datasets.md)). A test compares both.
 */
import { z } from 'zod';
import { clip, MAX_ISSUES } from '../../../contract/clip.ts';
import {
  checkActor,
  type DatasetEvent,
  DatasetItem,
  DatasetPerson,
  datasetEventFields,
  MAX_ITEM_TEXT_BYTES,
} from '../../../contract/dataset.ts';
import { type DatasetFeatures, undeclaredPeople } from '../../../contract/dataset-features.ts';
import type { Issue } from '../../../contract/error-details.ts';
import { rowIssues } from '../../../contract/issue-message.ts';
import { timeFault } from '../../../contract/times.ts';
import { attributeReader, type ReadAttributes } from '../features/attribute-reader.ts';
import type { EventRow, FaultyRow, ItemRow, PersonRow, RowOrFault } from './dataset-row.ts';
import { plainTimestampMs } from './plain-timestamp.ts';
import { sessionKey } from './session-key.ts';

const schemas = {
  item: z.strictObject({ type: z.literal('item'), ...DatasetItem.shape }),
  event: z.strictObject({ type: z.literal('event'), ...datasetEventFields }).superRefine(checkActor),
  person: z.strictObject({ type: z.literal('person'), ...DatasetPerson.shape }),
};

export type ValidateRow = (value: unknown) => RowOrFault;

/** The attributes of a row must be among the declared features. */
export function rowValidator(features: DatasetFeatures): ValidateRow {
  const bySchema = schemaValidator(features);
  return (value) => fastPath(value as PlainRow) ?? bySchema(value);
}

/** Exported for the test that compares both paths. */
export function schemaValidator(features: DatasetFeatures): ValidateRow {
  const ofItems = attributeReader(features, 'items');
  const ofPeople = attributeReader(features, 'people');
  const ofEvents = attributeReader(features, 'events');
  const arePeopleDeclared = Object.keys(features.people).length > 0;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return faulty('', 'must be an object such as {"type": "item", "item_id": "…", "text": "…"}');
    switch ((value as { readonly type?: unknown }).type) {
      case 'item':
        return validateItem(value, ofItems);
      case 'event':
        return validateEvent(value, ofEvents);
      case 'person':
        return arePeopleDeclared ? validatePerson(value, ofPeople) : faulty('', undeclaredPeople);
      default:
        return faulty('type', 'must be "item", "event" or "person"');
    }
  };
}

function validateItem(value: object, read: ReadAttributes): ItemRow | FaultyRow {
  const result = schemas.item.safeParse(value);
  return result.success ? itemRow(result.data, read) : faultyRow(result.error, value);
}

export function itemRow(item: DatasetItem, read: ReadAttributes): ItemRow | FaultyRow {
  const found = read(item.attributes);
  if ('issues' in found) return faultyOf(found.issues);
  const createdAtMs = item.created_at == null ? null : Date.parse(item.created_at);
  return {
    type: 'item',
    itemId: item.item_id,
    text: item.text,
    createdAtMs,
    attributes: found.attributes,
  };
}

function validatePerson(value: object, read: ReadAttributes): PersonRow | FaultyRow {
  const result = schemas.person.safeParse(value);
  return result.success ? personRow(result.data, read) : faultyRow(result.error, value);
}

export function personRow(person: DatasetPerson, read: ReadAttributes): PersonRow | FaultyRow {
  const found = read(person.attributes);
  if ('issues' in found) return faultyOf(found.issues);
  return { type: 'person', personId: person.person_id, attributes: found.attributes };
}

function validateEvent(value: object, read: ReadAttributes): EventRow | FaultyRow {
  const result = schemas.event.safeParse(value);
  return result.success ? eventRow(result.data, read) : faultyRow(result.error, value);
}

export function eventRow(event: DatasetEvent, read: ReadAttributes): EventRow | FaultyRow {
  const found = read(event.context);
  if ('issues' in found) return faultyOf(found.issues);
  const { person_id, session_id, basket_id } = event;
  return {
    type: 'event',
    eventId: event.event_id,
    personId: person_id ?? sessionKey(session_id!),
    ...(session_id != null && { sessionId: session_id }),
    itemId: event.item_id,
    kind: event.kind,
    timestampMs: Date.parse(event.timestamp),
    value: event.value,
    ...(basket_id != null && { basketId: basket_id }),
    ...(found.attributes !== null && { context: found.attributes }),
  };
}

/** Maximum characters of a path or a message, because both quote unknown keys. */
const MAX_SHOWN = 200;

/** The first issues, shortened: the error of a job holds up to a hundred rows of them. */
export function faultyRow(error: z.ZodError, row: unknown): FaultyRow {
  return faultyOf(rowIssues(error, row));
}

function faultyOf(issues: readonly Issue[]): FaultyRow {
  return {
    type: 'faulty',
    issues: issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
      path: clip(path, MAX_SHOWN),
      message: clip(message, MAX_SHOWN),
    })),
  };
}

export function faulty(path: string, message: string): FaultyRow {
  return { type: 'faulty', issues: [{ path, message }] };
}

/** A parsed row, not yet validated. */
interface PlainRow {
  readonly type?: unknown;
  readonly event_id?: unknown;
  readonly person_id?: unknown;
  readonly session_id?: unknown;
  readonly item_id?: unknown;
  readonly kind?: unknown;
  readonly timestamp?: unknown;
  readonly value?: unknown;
  readonly basket_id?: unknown;
  readonly text?: unknown;
}

const ITEM_KEYS = 3;
/** One UTF-16 code unit takes at most three bytes in UTF-8. */
const SHORT_TEXT = MAX_ITEM_TEXT_BYTES / 3;

/** Returns null if only the schema can decide. */
function fastPath(row: PlainRow): ItemRow | EventRow | null {
  if (typeof row !== 'object' || row === null) return null;
  if (row.type === 'event') return passEvent(row);
  const { item_id: itemId, text } = row;
  if (row.type !== 'item' || keyCount(row) !== ITEM_KEYS) return null;
  if (!isPlainId(itemId) || typeof text !== 'string' || text.length > SHORT_TEXT || !text.isWellFormed())
    return null;
  return { type: 'item', itemId, text, createdAtMs: null, attributes: null };
}

function passEvent(row: PlainRow): EventRow | null {
  const { event_id: eventId, person_id: person, session_id: sessionId, basket_id: basketId } = row;
  const { item_id: itemId, kind, timestamp, value = 1 } = row;
  if (keyCount(row) !== keysOfEvent(row)) return null;
  if (!isPlainId(eventId) || !isPlainId(itemId)) return null;
  const isSession = isPlainId(sessionId);
  if ((!isSession && sessionId !== undefined) || (basketId !== undefined && !isPlainId(basketId)))
    return null;
  if (!isPlainId(person) && (person !== undefined || !isSession)) return null;
  const personId = person ?? sessionKey(sessionId as string);
  if (typeof kind !== 'string' || kind.length === 0 || kind.length > 64 || !kind.isWellFormed()) return null;
  if (typeof timestamp !== 'string' || typeof value !== 'number' || !Number.isFinite(value)) return null;
  const timestampMs = plainTimestampMs(timestamp);
  if (timestampMs === null || timeFault(timestampMs) !== null) return null;
  return {
    ...{ type: 'event', eventId, personId, itemId, kind, timestampMs, value },
    ...(isSession && { sessionId }),
    ...(basketId !== undefined && { basketId }),
  };
}

const REQUIRED_EVENT_KEYS = 5;

/** The keys that an event has if it has no others than are known here. */
function keysOfEvent({ person_id, session_id, value, basket_id }: PlainRow): number {
  let count = REQUIRED_EVENT_KEYS;
  if (person_id !== undefined) count++;
  if (session_id !== undefined) count++;
  if (value !== undefined) count++;
  if (basket_id !== undefined) count++;
  return count;
}

function keyCount(row: object): number {
  let count = 0;
  for (const _ in row) count++;
  return count;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what an id must not have
const needsSchema = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/;

function isPlainId(id: unknown): id is string {
  return (
    typeof id === 'string' &&
    id.length > 0 &&
    id.length <= 256 &&
    id !== '.' &&
    id !== '..' &&
    !needsSchema.test(id)
  );
}

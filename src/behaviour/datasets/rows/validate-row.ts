/**
 * Validates one row of a source: `{"type": "item" | "event" | "person", …}`, otherwise as in the body of POST
 * /datasets. The schemas of the contract decide. A fast path accepts plainly valid rows without them
 * ([why](../../../docs/design/decisions/datasets.md)). A test compares both.
 */
import { z } from 'zod';
import { clip, MAX_ISSUES } from '../../../contract/clip.ts';
import { DatasetEvent, DatasetItem, DatasetPerson, MAX_ITEM_TEXT_BYTES } from '../../../contract/dataset.ts';
import { type DatasetFeatures, undeclaredPeople } from '../../../contract/dataset-features.ts';
import type { Issue } from '../../../contract/error-details.ts';
import { rowIssues } from '../../../contract/issue-message.ts';
import { timeFault } from '../../../contract/times.ts';
import { attributeReader, type ReadAttributes } from '../features/attribute-reader.ts';
import type { EventRow, FaultyRow, ItemRow, PersonRow, RowOrFault } from './dataset-row.ts';
import { plainTimestampMs } from './plain-timestamp.ts';

const schemas = {
  item: z.strictObject({ type: z.literal('item'), ...DatasetItem.shape }),
  event: z.strictObject({ type: z.literal('event'), ...DatasetEvent.shape }),
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
  const arePeopleDeclared = Object.keys(features.people).length > 0;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return faulty('', 'must be an object such as {"type": "item", "item_id": "…", "text": "…"}');
    switch ((value as { readonly type?: unknown }).type) {
      case 'item':
        return validateItem(value, ofItems);
      case 'event':
        return validateEvent(value);
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

function validateEvent(value: object): EventRow | FaultyRow {
  const result = schemas.event.safeParse(value);
  return result.success ? eventRow(result.data) : faultyRow(result.error, value);
}

export function eventRow(event: DatasetEvent): EventRow {
  return {
    type: 'event',
    eventId: event.event_id,
    personId: event.person_id,
    itemId: event.item_id,
    kind: event.kind,
    timestampMs: Date.parse(event.timestamp),
    value: event.value,
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
  readonly item_id?: unknown;
  readonly kind?: unknown;
  readonly timestamp?: unknown;
  readonly value?: unknown;
  readonly text?: unknown;
}

const ITEM_KEYS = 3;
const EVENT_KEYS = 7;
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
  const { event_id: eventId, person_id: personId, item_id: itemId, kind, timestamp, value = 1 } = row;
  if (keyCount(row) !== (row.value === undefined ? EVENT_KEYS - 1 : EVENT_KEYS)) return null;
  if (!isPlainId(eventId) || !isPlainId(personId) || !isPlainId(itemId)) return null;
  if (typeof kind !== 'string' || kind.length === 0 || kind.length > 64 || !kind.isWellFormed()) return null;
  if (typeof timestamp !== 'string' || typeof value !== 'number' || !Number.isFinite(value)) return null;
  const timestampMs = plainTimestampMs(timestamp);
  if (timestampMs === null || timeFault(timestampMs) !== null) return null;
  return { type: 'event', eventId, personId, itemId, kind, timestampMs, value };
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

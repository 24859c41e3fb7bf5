/** Writes rows as JSONL, deterministically. `JSON.parse` of a line gives a row of POST /datasets. */
import { type DeclaredEvents, declaresEvents } from '../../../contract/dataset-events.ts';
import type { DatasetFeatures } from '../../../contract/dataset-features.ts';
import type { EventRow, ItemRow, PersonRow } from './dataset-row.ts';
import { isSessionKey } from './session-key.ts';

/** The first line of a dataset that declares features, or anything of its events. */
export function declarationLine(
  { items, people, events }: DatasetFeatures,
  { kinds, repeats, baskets }: DeclaredEvents,
): string {
  const declaration = {
    ...{ type: 'features', items, people },
    ...(Object.keys(events).length > 0 && { events }),
    ...(declaresEvents({ kinds, repeats, baskets }) && { kinds, repeats }),
    ...(baskets !== null && { baskets }),
  };
  return `${JSON.stringify(declaration)}\n`;
}

export function itemLine({ itemId, text, createdAtMs, attributes }: Omit<ItemRow, 'type'>): string {
  const created = createdAtMs === null ? '' : `,"created_at":"${timestampText(createdAtMs)}"`;
  return `{"type":"item","item_id":${quoted(itemId)},"text":${JSON.stringify(text)}${created}${given(attributes)}}\n`;
}

export function personLine({ personId, attributes }: Omit<PersonRow, 'type'>): string {
  return `{"type":"person","person_id":${quoted(personId)}${given(attributes)}}\n`;
}

function given(attributes: string | null): string {
  return attributes === null ? '' : `,"attributes":${attributes}`;
}

export function eventLine(event: Omit<EventRow, 'type'>): string {
  const { eventId, itemId, kind, timestampMs, value, basketId, context } = event;
  const subject = `"event_id":${quoted(eventId)}${actor(event)},"item_id":${quoted(itemId)}`;
  const basket = basketId === undefined ? '' : `,"basket_id":${quoted(basketId)}`;
  const moment = context === undefined ? '' : `,"context":${context}`;
  return `{"type":"event",${subject},"kind":${quoted(kind)},"timestamp":"${timestampText(timestampMs)}","value":${numberText(value)}${basket}${moment}}\n`;
}

function actor({ personId, sessionId }: Pick<EventRow, 'personId' | 'sessionId'>): string {
  const person = isSessionKey(personId) ? '' : `,"person_id":${quoted(personId)}`;
  return sessionId === undefined ? person : `${person},"session_id":${quoted(sessionId)}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Equal to JSON.stringify, and faster for short ids without escapes. */
function quoted(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function timestampText(timestampMs: number): string {
  return new Date(timestampMs).toISOString();
}

/** JSON has -0, but JSON.stringify drops the sign. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

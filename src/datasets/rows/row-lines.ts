/** Writes rows as JSONL, deterministically. `JSON.parse` of a line gives a row of POST /datasets. */
import type { EventRow } from './dataset-row.ts';

export function itemLine(itemId: string, text: string): string {
  return `{"type":"item","item_id":${quoted(itemId)},"text":${JSON.stringify(text)}}\n`;
}

export function eventLine(event: Omit<EventRow, 'type'>): string {
  const { eventId, personId, itemId, kind, timestampMs, value } = event;
  const subject = `"event_id":${quoted(eventId)},"person_id":${quoted(personId)},"item_id":${quoted(itemId)}`;
  return `{"type":"event",${subject},"kind":${quoted(kind)},"timestamp":"${timestampText(timestampMs)}","value":${numberText(value)}}\n`;
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

/** A message of a tracker, in the form of Segment's, checked as far as it needs no mapping. */
import { createHash } from 'node:crypto';
import { rowIssues } from '../../contract/issue-message.ts';
import { IdentifyMessage, MAX_MESSAGE_CHARACTERS, TrackMessage } from '../../contract/message.ts';
import { isRow, type Row } from '../../platform/intake/mapping/source-row.ts';
import type { RowFault } from './row-outcome.ts';

export interface TrackerMessage {
  readonly type: 'identify' | 'track';
  readonly messageId: string;
  /** The name of the event; null: the message is no `track`. */
  readonly event: string | null;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  /** Whether the message says its time. */
  readonly isTimed: boolean;
  /** The message as it was sent, with its id and a time. */
  readonly row: Row;
}

export type ReadMessage =
  | TrackerMessage
  /** A message of a type that means nothing here: `page`, `screen`, `group`, `alias`. */
  | { readonly ignored: string }
  | { readonly fault: RowFault; readonly sent: Row };

const schemas = { identify: IdentifyMessage, track: TrackMessage };

/** `now`: the time of a message that has none, ISO 8601. */
export function readMessage(value: unknown, now: string): ReadMessage {
  if (!isRow(value)) return { fault: invalid('a message is an object'), sent: {} };
  const { type } = value;
  if (type !== 'identify' && type !== 'track') {
    if (typeof type === 'string') return { ignored: type.slice(0, 256) };
    return { fault: invalid('type: is required (identify or track)'), sent: value };
  }
  const result = schemas[type].safeParse(value);
  if (!result.success) {
    const [first] = rowIssues(result.error, value);
    return { fault: invalid(`${first?.path}: ${first?.message}`), sent: value };
  }
  const text = JSON.stringify(value);
  if (text.length > MAX_MESSAGE_CHARACTERS) {
    const message = `a message has at most ${MAX_MESSAGE_CHARACTERS} characters of JSON, and this one has ${text.length}`;
    return { fault: { code: 'payload_too_large', message }, sent: value };
  }
  const { messageId, userId, anonymousId } = result.data;
  const timestamp = result.data.timestamp ?? value.originalTimestamp;
  const id = messageId ?? createHash('sha256').update(text).digest('hex');
  return {
    type,
    messageId: id,
    event: type === 'track' ? String(value.event) : null,
    userId: userId ?? null,
    anonymousId: anonymousId ?? null,
    isTimed: typeof timestamp === 'string',
    row: { ...value, messageId: id, timestamp: timestamp ?? now },
  };
}

const invalid = (message: string): RowFault => ({ code: 'invalid_request', message });

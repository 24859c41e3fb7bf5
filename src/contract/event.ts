/** GET /events: what happens in a workspace, as it happens. */
import { z } from 'zod';
import { Identifier } from './common.ts';
import { repeatedIds } from './lists.ts';

/** Types that webhooks have too have the same `data` there. */
export const streamedEventTypes = [
  'match.made',
  'outcome.recorded',
  'person.changed',
  'person.erased',
  'job.finished',
  'training.deployed',
  'training.rejected',
] as const;
export type StreamedEventType = (typeof streamedEventTypes)[number];

export const EVENT_STREAM = 'text/event-stream';

/** Tells that the stream left events out. */
export const MISSED = 'events.missed';

/** That of a workspace with a hundred domains of the longest names is shorter. */
const MAX_POSITION = 10_000;
const isPosition = /^\d{1,15}(~[a-z][a-z0-9-]{0,63}\.\d{1,16})*$/;

const Position = z
  .string()
  .max(MAX_POSITION)
  .regex(isPosition, 'must be the id of an event of this stream, as it was sent');

export const EventQuery = z.strictObject({
  types: repeatedIds(
    z.enum(streamedEventTypes),
    streamedEventTypes.length,
    'Only these types, the parameter once for each: `types=match.made&types=job.finished`. Default: all.',
  ).meta({ example: ['match.made'] }),
  user_id: Identifier.optional().describe('Only events that name this user.').meta({ example: 'ana' }),
  after: Position.optional()
    .describe(
      'The id of the last event that you have, where the header `Last-Event-ID` cannot be sent. The header wins.',
    )
    .meta({ example: '1796047320000~dating.12' }),
});
export type EventQuery = z.output<typeof EventQuery>;

/** The header, which has the form of `after`. */
export const LastEventId = Position.optional();

/** `data` of a message of the stream. */
export const StreamedEvent = z
  .object({
    id: z.string().describe('The same each time that the event is sent.'),
    type: z.enum([...streamedEventTypes, MISSED]),
    timestamp: z.iso.datetime(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'StreamedEvent' });
export type StreamedEvent = z.output<typeof StreamedEvent>;

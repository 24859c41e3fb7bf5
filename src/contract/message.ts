/**
 * Wire shapes of messages of trackers: POST /track, /identify, /batch and /snowplow, in the form of
 * Segment's.
 */
import { z } from 'zod';
import { anyObject, characters, DomainParameter, Identifier, KIB } from './common.ts';
import { Timestamp } from './dataset.ts';
import { rowsOf } from './rows.ts';

const MAX_MESSAGES = 1000;
/** The limit of one message as JSON, as Segment has it. */
export const MAX_MESSAGE_CHARACTERS = 32 * KIB;
export const MAX_MAPPING_CHARACTERS = 16 * KIB;
/** Rejects that an answer names. */
export const SHOWN_REJECTS = 20;

const common = {
  messageId: characters(1, 256)
    .nullish()
    .describe('A message of the same id is taken once in seven days. Default: a hash of the message.'),
  userId: Identifier.nullish().describe('The person.'),
  anonymousId: Identifier.nullish().describe(
    'A device whose person is not known: the `session_id` of its events. An `identify` with both ids merges the session with the person in the datasets of the mapping.',
  ),
  timestamp: Timestamp.optional().describe(
    'When it happened: ISO 8601 with date, time and zone. Default: when it arrived.',
  ),
};

export const IdentifyMessage = z
  .looseObject({
    ...common,
    traits: anyObject().nullish().describe('Facts about the person, by name.'),
  })
  .meta({ id: 'IdentifyMessage' });

export const TrackMessage = z
  .looseObject({
    ...common,
    event: characters(1, 256).describe('The act of the person.'),
    properties: anyObject().nullish().describe('More of it, by name.'),
  })
  .meta({ id: 'TrackMessage' });

export const MessageBatch = z
  .looseObject({
    batch: z
      .array(z.unknown())
      .min(1)
      .max(MAX_MESSAGES)
      .describe(
        'Messages, each with its `type`: `identify`, `track`, or another one, which is ignored. A message has at most 32 KiB.',
      ),
  })
  .meta({ id: 'MessageBatch' });

export const SnowplowPayload = z
  .looseObject({
    schema: z.string().regex(/^iglu:com\.snowplowanalytics\.snowplow\/payload_data\/jsonschema\/1-0-\d+$/, {
      error: 'must be iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4, or another 1-0',
    }),
    data: z.array(z.unknown()).min(1).max(MAX_MESSAGES).describe('Events of the tracker protocol.'),
  })
  .meta({ id: 'SnowplowPayload' });

const MessageFault = z
  .object({
    index: z.int().describe('Position of the message.'),
    message_id: z.string().nullable(),
    code: z.string().describe('A code of the table of errors.'),
    message: z.string(),
  })
  .meta({ id: 'MessageFault' });

export const TakenMessages = z
  .object({
    success: z.literal(true),
    stored: z.int().describe('Messages that became a person, an outcome or an event of a dataset.'),
    repeated: z.int().describe('Messages that were taken before.'),
    ignored: z.int().describe('Messages that the mapping has no rule for.'),
    ignored_events: z
      .record(z.string(), z.int())
      .describe('Their number by event, or by type; at most 20 of these.'),
    rejected: z.int().describe('Messages with a fault.'),
    rejects: z.array(MessageFault).describe(`The first ${SHOWN_REJECTS} of them.`),
    request_id: z.string(),
  })
  .meta({ id: 'TakenMessages' });
export type TakenMessages = z.infer<typeof TakenMessages>;

const MAX_TRACK_RULES = 200;

const TrackRule = z
  .looseObject({
    event: z
      .union([characters(1, 256), z.array(characters(1, 256)).min(1).max(100)])
      .describe('Names of the events.'),
    into: z.enum(['feedback', 'events']).describe('An outcome of a match, or an event of a dataset.'),
    domain: DomainParameter.optional().describe('The domain of `feedback`. Default: the only domain.'),
    dataset: characters(1, 200).optional().describe('The id or the name of the dataset of `events`.'),
  })
  .describe(
    'Further keys are values in the grammar of mappings over the message: `seeker_id`, `candidate_id`, `outcome`, `weight`, `match_id` of `feedback`; `event_id`, `person_id`, `session_id`, `item_id`, `kind`, `timestamp`, `value`, `basket_id` of `events`; and `reject`, `clean`, `missing`.',
  )
  .meta({ id: 'TrackRule' });

export const MessageMappingRequest = z
  .strictObject({
    identify: anyObject()
      .optional()
      .describe(
        'A mapping as of files (`domain`, `fields`, `preferences`, `context`, `reject` …) over the message. Default: the traits that are fields of the only domain.',
      ),
    track: rowsOf(TrackRule, { least: 0, most: MAX_TRACK_RULES })
      .default([])
      .describe('The first rule with the name of the event holds. Other events are ignored, and counted.'),
  })
  .meta({ id: 'MessageMappingRequest' });
export type MessageMappingRequest = z.output<typeof MessageMappingRequest>;

export const MessageMappingAnswer = z
  .object({
    identify: z.record(z.string(), z.unknown()).nullable(),
    track: z.array(z.record(z.string(), z.unknown())),
    changed_at: z.string().nullable().describe('null: it was never set.'),
    request_id: z.string(),
  })
  .meta({ id: 'MessageMapping' });

export const MessageRejects = z
  .object({
    data: z.array(
      z
        .object({
          at: z.string(),
          message_id: z.string().nullable(),
          type: z.string().nullable(),
          event: z.string().nullable(),
          user_id: z.string().nullable(),
          code: z.string(),
          message: z.string(),
        })
        .meta({ id: 'MessageReject' }),
    ),
    request_id: z.string(),
  })
  .meta({ id: 'MessageRejects' });

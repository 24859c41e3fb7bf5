import type { z } from 'zod';
import { MIB } from '../../../contract/common.ts';
import { SnowplowPayload, TakenMessages } from '../../../contract/message.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { storedExample } from './message-examples.ts';

const snowplowExample: z.input<typeof SnowplowPayload> = {
  schema: 'iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4',
  data: [
    {
      e: 'se',
      eid: '5e8b1f3c-37a1-4f0b-9f0a-0a8a4b7a9e52',
      uid: 'ana',
      dtm: '1714759331120',
      se_ca: 'profiles',
      se_ac: 'Profile Liked',
      se_la: 'bruno',
    },
  ],
};

export const postSnowplow = ({ messages }: Pick<ServerDependencies, 'messages'>) =>
  operation({
    operationId: 'sendSnowplowEvents',
    sdk: 'messages.snowplow',
    method: 'POST',
    path: '/v1/snowplow',
    scope: 'ingest',
    tag: 'Messages',
    summary: 'Send events of a Snowplow tracker',
    description:
      'The payload of the tracker protocol (`payload_data`): set the tracker’s POST path to `v1/snowplow`, and a header with the key. An event becomes a message of `POST /v1/track`: its name is the action of a structured event, the name of the schema of a self-describing one, or `page_view`; `uid` is `userId`, `eid` is `messageId`, and entities stand under `context`. Events of other kinds are ignored, and counted.',
    body: SnowplowPayload,
    bodyLimit: MIB,
    examples: { 'A structured event': snowplowExample },
    answer: {
      status: 200,
      description: 'The result of each event.',
      schema: TakenMessages,
      example: storedExample(1),
    },
    errors: ['warming_up'],
    handle: async ({ caller, body, requestId }) => ({
      ...(await messages.takeSnowplow(caller, body.data)),
      request_id: requestId,
    }),
  });

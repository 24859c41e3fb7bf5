import { MIB } from '../../../contract/common.ts';
import { TakenMessages, TrackMessage } from '../../../contract/message.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { storedExample, trackExample } from './message-examples.ts';

export const postTrack = ({ messages }: Pick<ServerDependencies, 'messages'>) =>
  operation({
    operationId: 'track',
    sdk: 'messages.track',
    method: 'POST',
    path: '/v1/track',
    scope: 'ingest',
    tag: 'Messages',
    summary: 'Say what a person did, in the form of Segment',
    description:
      'The mapping of the workspace (`PUT /v1/message-mapping`) says what the event becomes: an outcome of a match, or an event of a dataset. An event without a rule is ignored, and counted. A message is taken once by its `messageId`, whichever operation brings it. A fault is in the answer, whose status is 200, and is kept for `GET /v1/message-rejects`. The key may be sent as the user name of Basic authentication too, as Segment’s libraries send it.',
    body: TrackMessage,
    bodyLimit: MIB,
    examples: { 'A like': trackExample },
    answer: {
      status: 200,
      description: 'The result of the message.',
      schema: TakenMessages,
      example: storedExample(1),
    },
    errors: ['warming_up'],
    handle: async ({ caller, body, requestId }) => ({
      ...(await messages.take(caller, [{ ...body, type: 'track' }])),
      request_id: requestId,
    }),
  });

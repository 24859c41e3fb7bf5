import type { z } from 'zod';
import { MIB } from '../../../contract/common.ts';
import { MessageBatch, TakenMessages } from '../../../contract/message.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { identifyExample, storedExample, trackExample } from './message-examples.ts';

const messageBatchExample: z.input<typeof MessageBatch> = {
  batch: [
    { type: 'identify', ...identifyExample },
    { type: 'track', ...trackExample },
  ],
  sentAt: '2024-05-03T18:02:12.000Z',
};

export const postBatch = ({ messages }: Pick<ServerDependencies, 'messages'>) =>
  operation({
    operationId: 'sendMessages',
    sdk: 'messages.batch',
    method: 'POST',
    path: '/v1/batch',
    scope: 'ingest',
    tag: 'Messages',
    summary: 'Send many messages, in the form of Segment',
    description:
      'The call of Segment’s server libraries: point their `host` at this service. People are written before outcomes. A message with a fault spoils no other; messages of other types are ignored, and counted. After a 5xx or a lost answer, send the same messages again.',
    body: MessageBatch,
    bodyLimit: MIB,
    examples: { 'A person and a like': messageBatchExample },
    answer: {
      status: 200,
      description: 'The result of each message.',
      schema: TakenMessages,
      example: storedExample(2),
    },
    errors: ['warming_up', 'dependency_unavailable'],
    handle: async ({ caller, body, requestId }) => ({
      ...(await messages.take(caller, body.batch)),
      request_id: requestId,
    }),
  });

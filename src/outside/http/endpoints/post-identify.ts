import { MIB } from '../../../contract/common.ts';
import { IdentifyMessage, TakenMessages } from '../../../contract/message.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { identifyExample, storedExample } from './message-examples.ts';

export const postIdentify = ({ messages }: Pick<ServerDependencies, 'messages'>) =>
  operation({
    operationId: 'identify',
    sdk: 'messages.identify',
    method: 'POST',
    path: '/v1/identify',
    scope: 'ingest',
    tag: 'Messages',
    summary: 'Say who a person is, in the form of Segment',
    description:
      'The traits are merged into the person, as the mapping of the workspace says; without one, those that have the name of a field of the only domain. Otherwise as `POST /v1/track`.',
    body: IdentifyMessage,
    bodyLimit: MIB,
    examples: { Traits: identifyExample },
    answer: {
      status: 200,
      description: 'The result of the message.',
      schema: TakenMessages,
      example: storedExample(1),
    },
    errors: ['warming_up', 'dependency_unavailable'],
    handle: async ({ caller, body, requestId }) => ({
      ...(await messages.take(caller, [{ ...body, type: 'identify' }])),
      request_id: requestId,
    }),
  });

import { MessageRejects } from '../../../contract/message.ts';
import { KEPT_REJECTS } from '../../../platform/storage/message-store.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';

export const getMessageRejects = ({ messages }: Pick<ServerDependencies, 'messages'>) =>
  operation({
    operationId: 'listMessageRejects',
    sdk: 'messages.rejects',
    method: 'GET',
    path: '/v1/message-rejects',
    scope: 'read',
    tag: 'Messages',
    summary: 'The last refused messages',
    description: `The last ${KEPT_REJECTS} messages with a fault, newest first, each with its reason. An erasure of a person deletes those that name the person.`,
    answer: {
      status: 200,
      description: 'The refused messages.',
      schema: MessageRejects,
      example: {
        data: [
          {
            at: '2024-05-03T18:02:12.410Z',
            message_id: 'b1f7c2de-0a35-4d0e-9c1b-3f5b9a7f6d21',
            type: 'track',
            event: 'Profile Liked',
            user_id: 'ana',
            code: 'user_not_found',
            message: 'candidate_id «bruno» has no profile in dating; POST /v1/users makes one.',
          },
        ],
        request_id: REQUEST_ID,
      },
    },
    errors: [],
    handle: async ({ caller, requestId }) => ({
      data: (await messages.rejects(caller.tenantId)).map((reject) => ({
        at: reject.at,
        message_id: reject.messageId,
        type: reject.type,
        event: reject.event,
        user_id: reject.userId,
        code: reject.code,
        message: reject.message,
      })),
      request_id: requestId,
    }),
  });

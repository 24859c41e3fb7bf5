import type { z } from 'zod';
import { MessageMappingAnswer, MessageMappingRequest } from '../../../contract/message.ts';
import type { StoredMessageMapping } from '../../../platform/storage/message-store.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';

const messageMappingExample: z.input<typeof MessageMappingRequest> = {
  identify: {
    domain: 'dating',
    fields: { age: { column: 'traits.age', as: 'integer' }, location: 'traits.city' },
  },
  track: [
    {
      event: ['Profile Liked', 'Profile Passed'],
      into: 'feedback',
      domain: 'dating',
      candidate_id: 'properties.profile_id',
      outcome: { column: 'event', map: { 'Profile Liked': 'accepted', 'Profile Passed': 'rejected' } },
    },
  ],
};

export const mappingAnswerExample = {
  ...messageMappingExample,
  changed_at: '2024-05-03T18:00:00.000Z',
  request_id: REQUEST_ID,
};

export function mappingAnswer(stored: StoredMessageMapping | null, requestId: string) {
  const { identify = null, track } = stored?.mapping ?? { track: [] };
  return { identify, track: [...track], changed_at: stored?.changedAt ?? null, request_id: requestId };
}

export const putMessageMapping = ({ messages }: Pick<ServerDependencies, 'messages'>) =>
  operation({
    operationId: 'putMessageMapping',
    sdk: 'messages.putMapping',
    method: 'PUT',
    path: '/v1/message-mapping',
    scope: 'write',
    tag: 'Messages',
    summary: 'Say what messages mean',
    description:
      'Replaces the mapping by which `POST /v1/track`, `/v1/identify`, `/v1/batch` and `/v1/snowplow` are understood, from the next request on. Values have the grammar of mappings of files (`docs/reference/mapping.md`) over the message (`properties.sku`, `traits.age`, `context.page.url`), without regular expressions; at most 16 KiB. Left out: `seeker_id` is `userId`; `event_id` is `messageId`, `person_id` is `userId`, `session_id` is `anonymousId`, `item_id` is `properties.item_id` or `properties.product_id`, `kind` is the event, `timestamp` that of the message.',
    body: MessageMappingRequest,
    examples: { 'Likes and passes': messageMappingExample },
    answer: {
      status: 200,
      description: 'The mapping in force.',
      schema: MessageMappingAnswer,
      example: mappingAnswerExample,
    },
    errors: ['domain_not_found', 'dataset_not_found'],
    handle: async ({ caller, body, requestId }) =>
      mappingAnswer(await messages.putMapping(caller.tenantId, body), requestId),
  });

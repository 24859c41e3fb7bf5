import { MessageMappingAnswer } from '../../../contract/message.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { mappingAnswer, mappingAnswerExample } from './put-message-mapping.ts';

export const getMessageMapping = ({ messages }: Pick<ServerDependencies, 'messages'>) =>
  operation({
    operationId: 'getMessageMapping',
    sdk: 'messages.getMapping',
    method: 'GET',
    path: '/v1/message-mapping',
    scope: 'read',
    tag: 'Messages',
    summary: 'The meaning of messages',
    description: 'The mapping as it was set.',
    answer: {
      status: 200,
      description: 'The mapping.',
      schema: MessageMappingAnswer,
      example: mappingAnswerExample,
    },
    errors: [],
    handle: async ({ caller, requestId }) =>
      mappingAnswer(await messages.mapping(caller.tenantId), requestId),
  });

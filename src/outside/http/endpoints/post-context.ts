import { AppendContextRequest, ContextResult } from '../../../contract/user.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const contextExample: AppendContextRequest = {
  user_id: 'ana',
  domain: 'dating',
  source: 'chat',
  content: 'Honesty matters most to me, and I want to get married one day.',
};

export const postContext = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  operation({
    operationId: 'appendContext',
    sdk: 'context.append',
    method: 'POST',
    path: '/v1/context',
    scope: 'write',
    tag: 'Users',
    summary: 'Append text to a user',
    description:
      'Adds chat messages, transcripts, behaviour events and uploads to a user. Near-identical content is stored once (`deduplicated`). Vectors are recomputed when soft text changed, at most a few times a minute for each user; beyond that, `refresh_pending` says that the update follows soon. An unknown user is created.',
    body: AppendContextRequest,
    texts: ['content'],
    examples: { 'A chat message': contextExample },
    answer: {
      status: 200,
      description: 'The changes.',
      schema: ContextResult,
    },
    errors: ['erased', 'domain_not_found', 'conflict', 'warming_up'],
    idempotency: 'optional',
    handle: ({ caller, body }) => profiles.append(caller.tenantId, body),
  });

import type { z } from 'zod';
import { StreamRequest } from '../../../contract/deprecated.ts';
import { ContextResult } from '../../../contract/user.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const streamExample: z.input<typeof StreamRequest> = {
  user_id: 'gil',
  text: 'I moved to Lisbon last week.',
};

export const postStream = ({ profiles, accounts }: Pick<ServerDependencies, 'profiles' | 'accounts'>) =>
  operation({
    operationId: 'stream',
    sdk: 'earlier.stream',
    deprecated: true,
    method: 'POST',
    path: '/v1/stream',
    scope: 'write',
    tag: 'Earlier',
    summary: 'Append text to a user',
    description: 'Use POST /v1/context: `text` is its `content`, and `source` defaults to `chat`.',
    body: StreamRequest,
    texts: ['text'],
    examples: { 'A chat message': streamExample },
    answer: {
      status: 200,
      description: 'The changes.',
      schema: ContextResult,
    },
    errors: ['erased', 'domain_not_found', 'conflict', 'warming_up'],
    idempotency: 'optional',
    handle: async ({ caller, body }) => {
      const { user_id, text, source } = body;
      const domain = body.domain ?? (await accounts.defaultDomain(caller.tenantId));
      return profiles.append(caller.tenantId, { user_id, domain, source, content: text });
    },
  });

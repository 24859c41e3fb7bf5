import { Tokenizer } from '../../../contract/tokenizer.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { TokenizerPath } from './resource-paths.ts';

export const getTokenizer = ({ tokenizers }: Pick<ServerDependencies, 'tokenizers'>) =>
  operation({
    operationId: 'getTokenizer',
    sdk: 'tokenizers.get',
    method: 'GET',
    path: '/v1/tokenizers/:tokenizer_id',
    scope: ['data', 'read'],
    tag: 'Tokenizers',
    summary: 'Read a tokenizer',
    description:
      '`queued → fitting → ready | failed`. A ready tokenizer never changes. `diagnostics` describes the quality of its codes; its `summary` does so in words, with advice. `error` says why a fit failed.',
    parameters: TokenizerPath,
    answer: { status: 200, description: 'The tokenizer as it is now.', schema: Tokenizer },
    errors: ['tokenizer_not_found'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await tokenizers.get(caller.tenantId, parameters.tokenizer_id)),
      request_id: requestId,
    }),
  });

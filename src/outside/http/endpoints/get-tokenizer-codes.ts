import { CodeTree, CodeTreeQuery } from '../../../contract/tokenizer.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { TokenizerPath } from './resource-paths.ts';

export const getTokenizerCodes = ({ tokenizers }: Pick<ServerDependencies, 'tokenizers'>) =>
  operation({
    operationId: 'getTokenizerCodes',
    sdk: 'tokenizers.codes',
    method: 'GET',
    path: '/v1/tokenizers/:tokenizer_id/codes',
    scope: ['data', 'read'],
    tag: 'Tokenizers',
    summary: 'Walk the tree of semantic IDs',
    description:
      'One level of the tree: the codes that follow a prefix, with the number of items and of collisions below each. A prefix that no item has answers with zeros.',
    parameters: TokenizerPath,
    query: CodeTreeQuery,
    answer: { status: 200, description: 'The level below the prefix.', schema: CodeTree },
    errors: ['tokenizer_not_found', 'tokenizer_not_ready'],
    handle: async ({ caller, parameters, query, requestId, signal }) => ({
      ...(await tokenizers.codes(
        caller.tenantId,
        parameters.tokenizer_id,
        query.prefix?.split('-').map(Number) ?? [],
        signal,
      )),
      request_id: requestId,
    }),
  });

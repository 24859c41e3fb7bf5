import { ListQuery } from '../../../contract/lists.ts';
import { TokenizerList } from '../../../contract/tokenizer.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export interface GetTokenizersParts extends Pick<ServerDependencies, 'tokenizers'> {
  readonly cursors: Sealer;
}

export const getTokenizers = ({ tokenizers, cursors }: GetTokenizersParts) =>
  operation({
    operationId: 'listTokenizers',
    sdk: 'tokenizers.list',
    method: 'GET',
    path: '/v1/tokenizers',
    scope: ['data', 'read'],
    tag: 'Tokenizers',
    summary: 'List tokenizers',
    description: 'Newest first, whatever their state.',
    query: ListQuery,
    answer: { status: 200, description: 'A page.', schema: TokenizerList },
    errors: [],
    handle: (request) =>
      answerPage(cursors, 'listTokenizers', request, (page) =>
        tokenizers.list(request.caller.tenantId, page),
      ),
  });

import { DeletedFiles } from '../../../contract/deletion.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { TokenizerPath } from './resource-paths.ts';

export const deleteTokenizer = ({ deletions }: Pick<ServerDependencies, 'deletions'>) =>
  operation({
    operationId: 'deleteTokenizer',
    sdk: 'tokenizers.delete',
    method: 'DELETE',
    path: '/v1/tokenizers/:tokenizer_id',
    scope: 'data',
    tag: 'Tokenizers',
    summary: 'Delete a tokenizer',
    description:
      'Removes its bundle at once. Refused with 409 `conflict` while its own job or an export is not done, and while a model uses its codes: delete that first.',
    parameters: TokenizerPath,
    answer: { status: 200, description: 'The erased files.', schema: DeletedFiles },
    errors: ['tokenizer_not_found', 'conflict'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await deletions.tokenizer(caller.tenantId, parameters.tokenizer_id)),
      request_id: requestId,
    }),
  });

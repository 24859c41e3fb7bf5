import { DeleteUserResult } from '../../../contract/user.ts';
import { operation } from '../operation.ts';
import { EraseQuery, UserPath } from '../request/user-path.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const deleteUser = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  operation({
    operationId: 'deleteUser',
    sdk: 'users.delete',
    method: 'DELETE',
    path: '/v1/users/:user_id',
    scope: 'write',
    tag: 'Users',
    summary: 'Erase a user',
    description:
      'Erases the record, context items, outcomes, triplets, vectors and index rows of the user at once. The next match does not return the user. Without `domain`, the user is erased in all domains. Without `domain`, the user is also erased from datasets, where `user_id` is the `person_id`: appended events at once, rows of snapshots for every reader at once and from their files within minutes. Downloads of files that hold data of the user end at once: exports of these datasets, batches of matches and of predictions. The id may be stored again afterwards, unless `block` is `true`; then an id that is not known is no error. The answer names the model versions that were trained with outcomes of the user, and the models of datasets that name the user. A version of a dataset that is being imported, or whose people were not yet indexed, counts as naming everyone.',
    parameters: UserPath,
    query: EraseQuery,
    answer: {
      status: 200,
      description: 'The erased data.',
      schema: DeleteUserResult,
    },
    errors: ['user_not_found', 'domain_not_found'],
    handle: async ({ caller, parameters, query, requestId }) => ({
      ...(await profiles.erase(caller.tenantId, parameters.user_id, query.domain ?? null, {
        block: query.block === 'true',
      })),
      request_id: requestId,
    }),
  });

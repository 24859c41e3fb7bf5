import { LiftedBlock } from '../../../contract/blocked.ts';
import { operation } from '../operation.ts';
import { UserPath } from '../request/user-path.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const deleteBlockedUser = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  operation({
    operationId: 'unblockUser',
    sdk: 'users.unblock',
    method: 'DELETE',
    path: '/v1/blocked-users/:user_id',
    scope: 'write',
    tag: 'Users',
    summary: 'Lift the block of an erased user',
    description:
      'The id was blocked by DELETE /v1/users/{user_id} with `block=true`. From now on it can be stored again. Nothing of what was erased comes back. 404 where the id is not blocked.',
    parameters: UserPath,
    answer: { status: 200, description: 'The block is lifted.', schema: LiftedBlock },
    errors: ['user_not_found'],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await profiles.liftBlock(caller.tenantId, parameters.user_id)),
      request_id: requestId,
    }),
  });

import { z } from 'zod';
import { Identifier } from '../../../contract/common.ts';
import { ErasedSession } from '../../../contract/session-merge.ts';
import { operation } from '../operation.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

const SessionPath = z.strictObject({
  session_id: Identifier.describe('The id, percent-encoded.').meta({ example: 's-81' }),
});

export const deleteSession = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  operation({
    operationId: 'eraseSession',
    sdk: 'datasets.eraseSession',
    method: 'DELETE',
    path: '/v1/sessions/:session_id',
    scope: 'write',
    tag: 'Datasets',
    summary: 'Erase a session',
    description:
      'Erases all events of the session from all datasets of the workspace, whoever’s they are: those that wait at once, those of versions for every reader at once and from the files within minutes, as for a person (`DELETE /v1/users/{user_id}`). A session that was merged with a person is merged no more. A session that nothing names is no error.',
    parameters: SessionPath,
    answer: { status: 200, description: 'The erased data.', schema: ErasedSession },
    errors: [],
    handle: async ({ caller, parameters, requestId }) => ({
      ...(await profiles.eraseSession(caller.tenantId, parameters.session_id)),
      request_id: requestId,
    }),
  });

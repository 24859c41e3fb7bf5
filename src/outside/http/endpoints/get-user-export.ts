import { UserExport } from '../../../contract/user-export.ts';
import { documentStream } from '../answers/document-stream.ts';
import { streamOperation } from '../operation.ts';
import { UserPath } from '../request/user-path.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getUserExport = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  streamOperation({
    operationId: 'exportUser',
    sdk: 'users.export',
    method: 'GET',
    path: '/v1/users/:user_id/export',
    scope: 'export',
    tag: 'Users',
    summary: 'Export everything known of a user',
    description:
      'Over all domains: records with preferences and provenance, every stored text, outcomes as seeker and as candidate, the matches shown to the user and those in which the user stood, the models trained with these outcomes, and what fair exposure counts of the user. The answer is one JSON document, sent while it is read from the store; its length is not known before. It names other users by their ids. An answer that was cut off is no complete JSON.',
    parameters: UserPath,
    answer: { status: 200, description: 'Everything known of the user.', schema: UserExport },
    errors: ['user_not_found'],
    handle: async ({ caller: { tenantId }, parameters, requestId }) => {
      const known = await profiles.export(tenantId, parameters.user_id);
      return {
        tenant: tenantId,
        answer: {
          status: 200,
          headers: { 'Content-Type': 'application/json; charset=utf-8' },
          body: documentStream({ ...known, request_id: requestId }),
        },
      };
    },
  });

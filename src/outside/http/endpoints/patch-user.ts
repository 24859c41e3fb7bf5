import { PatchUserRequest, UserRecord } from '../../../contract/user.ts';
import { operation } from '../operation.ts';
import { OneDomainQuery, UserPath } from '../request/user-path.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const patchUser = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  operation({
    operationId: 'patchUser',
    sdk: 'users.patch',
    method: 'PATCH',
    path: '/v1/users/:user_id',
    scope: 'write',
    tag: 'Users',
    summary: 'Change a user in part',
    description:
      'A JSON Merge Patch (RFC 7396) on the `fields` and `preferences` that you gave. What the patch does not name stays as it is, values read from texts too. Null takes away a value that you gave; a value that a text or feedback gave shows again. Concurrent patches of one user are carried out one after the other, and none is lost.',
    parameters: UserPath,
    query: OneDomainQuery,
    body: PatchUserRequest,
    examples: {
      'A new age, and no place any more': { fields: { age: 35, location: null } },
      'Another lower bound': { preferences: { age: { gte: 30 } } },
    },
    answer: {
      status: 200,
      description: 'The user record, every value with its provenance.',
      schema: UserRecord,
    },
    errors: [
      'user_not_found',
      'domain_not_found',
      'invalid_field_value',
      'unknown_filter',
      'conflict',
      'warming_up',
      'dependency_unavailable',
    ],
    idempotency: 'optional',
    handle: ({ caller, body, parameters, query }) =>
      profiles.patch(caller.tenantId, { ...body, user_id: parameters.user_id, domain: query.domain }),
  });

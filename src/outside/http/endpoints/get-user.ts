import { z } from 'zod';
import { UserRecord, UserRecords } from '../../../contract/user.ts';
import { operation } from '../operation.ts';
import { UserPath, UserQuery } from '../request/user-path.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

export const getUser = ({ profiles }: Pick<ServerDependencies, 'profiles'>) =>
  operation({
    operationId: 'getUser',
    sdk: 'users.get',
    method: 'GET',
    path: '/v1/users/:user_id',
    scope: 'read',
    tag: 'Users',
    summary: 'Read a user',
    description:
      'With `domain`: the record. Without: `{user_id, domains: {<domain>: record}}` with the records of all domains. Meant for inspection, not for the hot path.',
    parameters: UserPath,
    query: UserQuery,
    answer: {
      status: 200,
      description: 'The record, or all records by domain.',
      schema: z.union([UserRecord, UserRecords]),
    },
    errors: ['user_not_found', 'domain_not_found'],
    handle: ({ caller, parameters, query }) => {
      const shown = { alternatives: query.alternatives === 'true', lost: query.explain === 'true' };
      return query.domain === undefined
        ? profiles.getAll(caller.tenantId, parameters.user_id, shown)
        : profiles.get(caller.tenantId, parameters.user_id, query.domain, shown);
    },
  });

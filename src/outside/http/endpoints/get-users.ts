import { UserList, UserListQuery } from '../../../contract/user-list.ts';
import { answerPage } from '../answers/answer-page.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';

interface GetUsersParts extends Pick<ServerDependencies, 'profiles'> {
  readonly cursors: Sealer;
}

export const getUsers = ({ profiles, cursors }: GetUsersParts) =>
  operation({
    operationId: 'listUsers',
    sdk: 'users.list',
    method: 'GET',
    path: '/v1/users',
    scope: 'read',
    tag: 'Users',
    summary: 'List users',
    description:
      'The people of a domain in the order of their ids, by the bytes of their UTF-8: the one list that is not newest first. All of them, those whose id begins with `prefix`, or those that `user_ids` names. People who are added or erased meanwhile change no other place in the list. `people` is the number of people in the domain.',
    query: UserListQuery,
    answer: { status: 200, description: 'A page.', schema: UserList },
    errors: ['domain_not_found'],
    handle: async ({ caller, query: { prefix = '', user_ids: userIds, ...query }, requestId }) => {
      let people = 0;
      const request = { caller, query: { ...query, prefix }, requestId };
      const page = await answerPage(cursors, 'listUsers', request, async ({ before: after, limit }) => {
        const asked = userIds === undefined ? { prefix, after, limit } : { userIds };
        const listed = await profiles.list(caller.tenantId, query.domain, asked);
        people = listed.people;
        return listed;
      });
      return { ...page, people };
    },
  });

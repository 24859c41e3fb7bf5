import type { z } from 'zod';
import { EXAMPLE_CURSOR } from '../../../contract/lists.ts';
import { UserSearch, UserSearchResult } from '../../../contract/user-search.ts';
import { answerPage } from '../answers/answer-page.ts';
import { canonicalJson } from '../idempotency/canonical-json.ts';
import { operation } from '../operation.ts';
import type { Sealer } from '../seal.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import { REQUEST_ID } from './example-request-id.ts';

interface PostUsersSearchParts extends Pick<ServerDependencies, 'profiles'> {
  readonly cursors: Sealer;
}

/** The answer to the first example. */
const answerExample: z.infer<typeof UserSearchResult> = {
  data: [
    {
      user_id: 'ana',
      complete: true,
      created_at: '2026-11-29T22:10:25.039Z',
      updated_at: '2026-11-29T22:10:25.218Z',
      fields: { age: 31, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'marriage' },
      title: 'ana',
      subtitle: 'age 31 · woman · Lisbon, Portugal · marriage',
      picture: null,
      matched: { field: 'location', value: 'Lisbon, Portugal' },
    },
  ],
  next_cursor: EXAMPLE_CURSOR,
  has_more: true,
  request_id: REQUEST_ID,
  people: 7,
  complete: true,
};

export const postUsersSearch = ({ profiles, cursors }: PostUsersSearchParts) =>
  operation({
    operationId: 'searchUsers',
    sdk: 'users.search',
    method: 'POST',
    path: '/v1/users/search',
    scope: 'read',
    tag: 'Users',
    summary: 'Search users',
    description:
      'People of a domain by what begins with `q`, by filters, or both. `q` finds ids, words of titles, and words of the values of hard fields: choices, texts and places, of at most 100 characters each. A title is a text field that is called `name`, `title`, `headline` or the like. People whose word is exactly `q` come first, then by the word and the id; without `q`, by the id. `sort` orders by a value. A search looks at 5,000 people at most: where `complete` is false, a page may be short, and `next_cursor` goes on. A write is found, and an erased person is gone, from the next search on.',
    body: UserSearch,
    examples: {
      'By the beginning of a word': { domain: 'dating', q: 'lis', limit: 1 },
      'By filters, last changed first': {
        domain: 'dating',
        filters: { gender: 'woman', age: { gte: 28, lte: 40 } },
        sort: { by: 'updated_at', order: 'desc' },
        limit: 1,
      },
    },
    answer: { status: 200, description: 'A page.', schema: UserSearchResult, example: answerExample },
    errors: ['domain_not_found', 'unknown_filter', 'location_unknown'],
    handle: async ({ caller, body: { cursor, limit, ...search }, requestId }) => {
      let found = { people: 0, complete: true };
      const request = { caller, query: { limit, cursor, search: canonicalJson(search) }, requestId };
      const page = await answerPage(cursors, 'searchUsers', request, async ({ before: after }) => {
        const result = await profiles.search(caller.tenantId, { ...search, limit, after });
        found = { people: result.people, complete: result.complete };
        return result;
      });
      return { ...page, ...found };
    },
  });

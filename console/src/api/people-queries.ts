/** People by search. */
import { queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from './client.ts';

export type FoundUser = wire.FoundUser;
export type PeopleFound = wire.UserSearchResult;
export type PeopleSort = NonNullable<wire.UserSearch['sort']>;

export interface PeopleAsked {
  readonly domain: string;
  readonly q?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly sort?: PeopleSort;
  readonly cursor?: string;
  readonly limit?: number;
}

const HITS = 8;
/** As long as `q` may be. */
export const LONGEST_SEARCH = 200;

export const searchQuery = (asked: PeopleAsked) =>
  queryOptions({
    // Writes and erasures invalidate `people`.
    queryKey: ['people', 'search', asked],
    queryFn: ({ signal }) => searchPeople(asked, signal),
  });

export const searchPeople = (asked: PeopleAsked, signal?: AbortSignal): Promise<PeopleFound> =>
  client.users.search(asked as wire.UserSearch, signal === undefined ? {} : { signal });

/** The first results of a search, for a list under a field. */
export const hitsQuery = (domain: string, q: string) => searchQuery({ domain, q, limit: HITS });

/** Up to 100 people by their ids, with titles. Unknown ones are left out. */
export const titlesQuery = (domain: string, userIds: readonly string[]) =>
  queryOptions({
    queryKey: ['people', 'titles', domain, userIds],
    queryFn: async ({ signal }) => {
      if (userIds.length === 0) return new Map<string, FoundUser>();
      const { data } = await client.users.search({ domain, user_ids: [...userIds] }, { signal });
      return new Map(data.map((person) => [person.user_id, person] as const));
    },
  });

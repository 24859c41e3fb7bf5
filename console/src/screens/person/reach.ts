/** The people that a person would see, and who would see the person. Nothing of it is recorded as shown. */
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { type MatchRequest, matchQuery, type UserRecord } from '../../api/queries.ts';

export const MOST_SEEN = 12;
/** Places of the others' lists that are searched. */
export const LIST_LENGTH = 50;
const AT_ONCE = 3;

export const seenQuery = (userId: string, domain: string) =>
  matchQuery({ user_id: userId, domain, limit: MOST_SEEN, explain: false, record: false });

export interface PlaceInList {
  readonly userId: string;
  /** From 1; null: not among the first fifty. */
  readonly rank: number | null;
}

/** The rank that the person has in the list of each of the others: a match for each of them. */
export const seenByQuery = (userId: string, domain: string, others: readonly string[]) =>
  queryOptions({
    queryKey: ['seen-by', userId, domain, others],
    queryFn: ({ signal }) =>
      inTurn(others, async (other): Promise<PlaceInList> => {
        const request: MatchRequest = {
          user_id: other,
          domain,
          limit: LIST_LENGTH,
          explain: false,
          record: false,
        };
        const { matches } = await client.match.run(request as Parameters<typeof client.match.run>[0], {
          signal,
        });
        const at = matches.findIndex(({ user_id }) => user_id === userId);
        return { userId: other, rank: at < 0 ? null : at + 1 };
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The records of the others, for their places on the map. People who were erased meanwhile are left out. */
export const recordsQuery = (domain: string, userIds: readonly string[]) =>
  queryOptions({
    queryKey: ['records', domain, userIds],
    queryFn: async ({ signal }) => {
      const read = (userId: string): Promise<UserRecord | null> =>
        client.users.get(userId, { domain }, { signal }).catch((error: unknown) => {
          if (signal.aborted) throw error;
          return null;
        });
      return (await inTurn(userIds, read)).filter((record) => record !== null);
    },
    staleTime: 60_000,
  });

/** Results in the order of the items, a few at a time. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  return results;
}

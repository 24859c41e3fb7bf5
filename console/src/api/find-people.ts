import { queryOptions } from '@tanstack/react-query';
import { searchPeople } from './people-queries.ts';

export interface FoundPerson {
  readonly userId: string;
  readonly domain: string;
  readonly title: string;
}

const MOST = 6;

/** Searches one domain after the other, until six people are found. */
async function findPeople(
  q: string,
  domains: readonly string[],
  signal: AbortSignal,
): Promise<readonly FoundPerson[]> {
  const found: FoundPerson[] = [];
  for (const domain of domains) {
    const { data } = await searchPeople({ domain, q, limit: MOST }, signal);
    found.push(...data.map(({ user_id: userId, title }) => ({ userId, domain, title })));
    if (found.length >= MOST) break;
  }
  return found.slice(0, MOST);
}

/** A query that is replaced while it runs is given up. */
export const foundPeopleQuery = (query: string, domains: readonly string[]) =>
  queryOptions({
    queryKey: ['people', 'found', query, domains],
    queryFn: ({ signal }) => findPeople(query, domains, signal),
  });

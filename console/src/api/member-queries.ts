/** Members of workspaces, and sessions of the console. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from './client.ts';

export type Member = wire.MemberFields;
export type LiveSession = wire.SessionFields;

export interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly used_at: string;
  readonly expires_at: string;
}

const ROWS_A_PAGE = 50;

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}

function pagesOf<Row>(name: string, owner: string) {
  return infiniteQueryOptions({
    queryKey: ['admin', name, owner],
    queryFn: ({ pageParam, signal }) => {
      const query = { tenant_id: owner, cursor: pageParam, limit: ROWS_A_PAGE };
      return client.request<Page<Row>>({ method: 'GET', path: `/v1/admin/${name}`, query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

/** `owner`: the id of a tenant, or `operator`. */
export const membersQuery = (owner: string) => pagesOf<Member>('members', owner);
export const liveSessionsQuery = (owner: string) => ({
  ...pagesOf<LiveSession>('sessions', owner),
  // Others begin and end them.
  staleTime: 0,
});

/** The sessions of the person or key that is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) =>
    client.request<{ readonly data: readonly OwnSession[] }>(
      { method: 'GET', path: '/sessions' },
      { signal },
    ),
  staleTime: 0,
});

/** Returns how many ended. */
export async function endOtherSessions(): Promise<number> {
  const { ended } = await client.request<{ readonly ended: number }>({ method: 'DELETE', path: '/sessions' });
  return ended;
}

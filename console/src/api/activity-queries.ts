/** The log of matches, and their records. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from './client.ts';

export type MatchLogEntry = wire.MatchLogEntry;
export type MatchRecord = wire.MatchRecord;
export type MatchFilters = Omit<NonNullable<wire.ListMatchesData['query']>, 'cursor' | 'limit'>;

const ENTRIES_A_PAGE = 50;

export const matchLogQuery = (filters: MatchFilters) =>
  infiniteQueryOptions({
    // Erasures invalidate `people`.
    queryKey: ['people', 'matches', filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      client.request<wire.MatchLog>(
        { method: 'GET', path: '/v1/matches', query: { ...filters, cursor, limit: ENTRIES_A_PAGE } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Every visit reads the newest entries.
    staleTime: 0,
  });

export const matchRecordQuery = (matchId: string) =>
  queryOptions({
    queryKey: ['people', 'match', matchId],
    queryFn: ({ signal }) => client.match.get(matchId, { signal }),
  });

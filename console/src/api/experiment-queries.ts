/** Experiments, as an operator reads them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from './client.ts';

export type Experiment = wire.Experiment;

const A_PAGE = 50;
/** A running experiment gets a result an hour. */
const EVERY_MS = 60_000;

interface Page {
  readonly data: readonly wire.ExperimentSummary[];
  readonly next_cursor: string | null;
}

export const experimentsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'experiments'],
  queryFn: ({ pageParam, signal }) =>
    client.request<Page>(
      { method: 'GET', path: '/v1/experiments', query: { cursor: pageParam, limit: A_PAGE } },
      { signal },
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

export const experimentQuery = (experimentId: string) =>
  queryOptions({
    queryKey: ['admin', 'experiment', experimentId],
    queryFn: ({ signal }) => client.admin.getExperiment(experimentId, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'ended' ? false : EVERY_MS),
  });

import { queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';

export type OutcomeStatistics = wire.OutcomeStatistics;
export type MatchStatistics = wire.MatchStatistics;
export type ExposureStatistics = wire.ExposureStatistics;
export type FieldStatistics = wire.FieldStatistics;
export type Run = wire.TrainingRun;
export type RunDetail = wire.TrainingRunDetail;

/** Numbers change slowly; a page that is not visible asks for none. */
const live = { refetchInterval: 10_000, refetchIntervalInBackground: false } as const;
const RUNNING_MS = 2000;
const IDLE_MS = 15_000;

export const outcomesQuery = (domain: string, days: number) =>
  queryOptions({
    queryKey: ['statistics', 'outcomes', domain, days],
    queryFn: ({ signal }) => client.statistics.outcomes({ domain, days }, { signal }),
    ...live,
  });

export const matchesQuery = (domain: string, days: number) =>
  queryOptions({
    queryKey: ['statistics', 'matches', domain, days],
    queryFn: ({ signal }) => client.statistics.matches({ domain, days }, { signal }),
    ...live,
  });

export const exposureQuery = (domain: string, days: number) =>
  queryOptions({
    queryKey: ['statistics', 'exposure', domain, days],
    queryFn: ({ signal }) => client.statistics.exposure({ domain, days }, { signal }),
    ...live,
  });

export const fieldsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['statistics', 'fields', domain],
    queryFn: ({ signal }) => client.statistics.fields({ domain }, { signal }),
    staleTime: 60_000,
    refetchInterval: 60_000,
    refetchIntervalInBackground: false,
  });

const unfinished = ['queued', 'running', 'evaluating'];

export function isUnfinished({ status }: Pick<Run, 'status'>): boolean {
  return unfinished.includes(status);
}

/** The newest 100 runs of a domain. */
export const runsQuery = (domain: string) =>
  queryOptions({
    queryKey: ['runs', domain],
    queryFn: async ({ signal }) => (await client.training.list({ domain, limit: 100 }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? RUNNING_MS : IDLE_MS),
    refetchIntervalInBackground: false,
  });

export const runQuery = (runId: string) =>
  queryOptions({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => client.training.get(runId, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? RUNNING_MS : IDLE_MS),
    refetchIntervalInBackground: false,
  });

import { queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/error-code.ts';

export type Statistics = wire.DatasetStatistics;
export type Dataset = wire.Dataset;

const ASK_AGAIN_MS = 5000;

export const datasetQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['dataset', datasetId],
    queryFn: ({ signal }) => client.datasets.get(datasetId, { signal }),
  });

/** The figures never change. A dataset that is being measured is asked again by itself. */
export const statisticsQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ['dataset-statistics', datasetId],
    queryFn: ({ signal }) => client.datasets.statistics(datasetId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (isBeingMeasured(state.error) ? ASK_AGAIN_MS : false),
  });

export function isBeingMeasured(error: unknown): boolean {
  return error !== null && codeOf(error) === 'warming_up';
}

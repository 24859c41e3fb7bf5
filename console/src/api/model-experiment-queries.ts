/** Experiments on models. */
import { queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';

export type ModelExperiment = wire.ModelExperiment;

const MOST = 100;
/** A running experiment gets a result an hour. */
const EVERY_MS = 60_000;

export const modelExperimentsQuery = queryOptions({
  queryKey: ['model-experiments'],
  queryFn: async ({ signal }) => (await client.modelExperiments.list({ limit: MOST }, { signal })).data,
});

export const modelExperimentQuery = (experimentId: string) =>
  queryOptions({
    queryKey: ['model-experiment', experimentId],
    queryFn: ({ signal }) => client.modelExperiments.get(experimentId, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'ended' ? false : EVERY_MS),
  });

/** After a change: the experiment as it is now, and lists that have to be read again. */
export function showModelExperiment(experiment: ModelExperiment): void {
  queryClient.setQueryData(modelExperimentQuery(experiment.id).queryKey, experiment);
  void queryClient.invalidateQueries({ queryKey: modelExperimentsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['aliases'] });
}

import { queryOptions } from '@tanstack/react-query';
import type { wire } from 'counterpart-client';
import { client } from '../../api/client.ts';
import { bodyOf, type Conditions } from './conditions.ts';
import { inAddresses } from './model-search.ts';

export type Model = wire.Model;
export type ModelItem = wire.ModelItem;

const FOLLOW_MS = 2000;

export function isUnfinished({ status }: Pick<Model, 'status'>): boolean {
  return status === 'queued' || status === 'training' || status === 'evaluating';
}

/** A model that is being trained is followed; others never change. */
export const modelQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['model', modelId],
    queryFn: ({ signal }) => client.models.get(modelId, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? FOLLOW_MS : false),
  });

/** The job that trains the model; null where it is not among the newest. */
export const trainingJobQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['training-job', modelId],
    queryFn: async ({ signal }) => {
      const { data } = await client.jobs.list({ kind: 'model_adaptation', limit: 100 }, { signal });
      return data.find(({ resource }) => resource?.id === modelId) ?? null;
    },
    refetchInterval: FOLLOW_MS,
  });

/** A page of the catalogue by the beginning of the ids. */
export const foundItemsQuery = (modelId: string, prefix: string | undefined, limit: number) =>
  queryOptions({
    queryKey: ['model-items', modelId, prefix, limit],
    queryFn: async ({ signal }) => {
      const page = await client.models.items(
        modelId,
        { limit, ...(prefix !== undefined && { prefix }) },
        { signal },
      );
      return { items: page.data, hasMore: page.has_more };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** These items, by id; those that the catalogue lacks are missing. */
export const namedItemsQuery = (modelId: string, itemIds: readonly string[]) => {
  const ids = [...new Set(itemIds)].sort();
  return queryOptions({
    queryKey: ['model-items-named', modelId, ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, ModelItem>();
      for (const group of inAddresses(ids)) {
        const page = await client.models.items(modelId, { item_ids: group }, { signal });
        for (const item of page.data) found.set(item.item_id, item);
      }
      return found;
    },
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
};

export interface Asked {
  readonly history: readonly string[];
  readonly limit: number;
  readonly mode: 'predict' | 'generate';
  /** Further keys of the request. */
  readonly more: Conditions;
}

export interface Ranked {
  readonly item_id: string;
  readonly score: number;
  /** Given for a generated item. */
  readonly tokens?: string;
  /** Given under rules. */
  readonly moved?: number;
}

export interface RankingAnswer {
  readonly items: readonly Ranked[];
  readonly fallback?: wire.Prediction['fallback'];
  readonly rules?: readonly wire.RuleOutcome[];
}

export const rankingQuery = (modelId: string, asked: Asked) =>
  queryOptions({
    queryKey: ['ranking', modelId, asked],
    queryFn: ({ signal }): Promise<RankingAnswer> => {
      const request = bodyOf(asked) as wire.PredictRequest;
      return asked.mode === 'predict'
        ? client.models.predict(modelId, request, { signal })
        : client.generate.run({ model_id: modelId, ...request }, { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

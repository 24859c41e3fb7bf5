/** A prediction between the wire and the inference thread. */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { Prediction, PredictRequest } from '../../../contract/model.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import type { PredictAnswer, PredictQuery, SentTimes } from './inference-protocol.ts';

export type PredictionFields = Pick<
  Prediction,
  'items' | 'fallback' | 'boosts' | 'ignored_item_ids' | 'history_truncated'
>;

type PredictOptions = Omit<PredictRequest, 'history' | 'history_timestamps' | 'person_id'>;
type Exclusion = Pick<PredictOptions, 'exclude_seen' | 'candidate_item_ids'>;
type Lenience = Pick<PredictRequest, 'unknown_items' | 'long_history' | 'boosts'>;

export function queryOf(
  request: PredictOptions,
  history: readonly string[],
  times?: SentTimes,
): PredictQuery {
  const candidates = request.candidate_item_ids ?? null;
  return {
    kind: 'predict',
    history,
    times,
    candidates,
    limit: request.limit,
    excludeSeen: request.exclude_seen ?? candidates === null,
    excluded: request.exclude_item_ids,
    filters: request.filters,
    boosts: request.boosts,
    ignoreUnknown: request.unknown_items === 'ignore',
    diversity: request.diversity,
    explain: request.explain,
  };
}

/** Whether the items that the person turned down are left out. */
export function leavesOutRejected({ exclude_seen, candidate_item_ids }: Exclusion): boolean {
  return exclude_seen ?? candidate_item_ids === undefined;
}

/** The request with `exclude_seen`, which is false by default where the model learns repeats. */
export function withExclusion<Request extends Exclusion>(request: Request, { made }: ReadyModel): Request {
  const { events } = made.training as { readonly events?: EventSettings };
  const isRepeating = request.candidate_item_ids === undefined && events?.repeats === 'kept';
  return { ...request, exclude_seen: request.exclude_seen ?? (isRepeating ? false : undefined) };
}

/** Ignored ids and a truncated history are named where the request allows them. */
export function predictionFields(
  { unknown_items, long_history, boosts }: Lenience,
  { items, ignored, historyTruncated, byPopularity }: PredictAnswer,
): PredictionFields {
  return {
    items: items.map(({ itemId, score, networkScore, because }) => ({
      item_id: itemId,
      score,
      ...(networkScore !== undefined && { network_score: networkScore }),
      ...(because && { because: because.map(({ itemId, weight }) => ({ item_id: itemId, weight })) }),
    })),
    ...(byPopularity && { fallback: 'popularity' }),
    ...(boosts !== undefined && { boosts }),
    ...(unknown_items === 'ignore' && { ignored_item_ids: [...ignored] }),
    ...(long_history === 'truncate' && { history_truncated: historyTruncated }),
  };
}

/** A prediction between the wire and the inference thread. */
import type { Prediction, PredictRequest } from '../../../contract/model.ts';
import type { PredictAnswer, PredictQuery, SentTimes } from './inference-protocol.ts';

export type PredictionFields = Pick<
  Prediction,
  'items' | 'fallback' | 'experiment' | 'boosts' | 'ignored_item_ids' | 'history_truncated'
>;

type PredictOptions = Omit<PredictRequest, 'history' | 'history_timestamps' | 'person_id' | 'new_items'>;
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

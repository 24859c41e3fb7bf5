/** A ranking between the wire and the inference thread. */
import type { EventSettings } from '../../../contract/adaptation.ts';
import type { Generation } from '../../../contract/generation.ts';
import type { Prediction, PredictRequest } from '../../../contract/model.ts';
import { tokensOf } from '../../semantic-ids/codebook-layout.ts';
import type { ReadyModel } from '../adaptation/find-model.ts';
import type { PriorScores } from '../people/prior-scores.ts';
import type { PredictAnswer, RankingQuery, ReadFacts, SentNewItems } from './inference-protocol.ts';
import type { GivenHistory, Lenience } from './read-request.ts';

type OfWire = 'model_id' | 'model_version' | 'request_id';
export type PredictionFields = Omit<Prediction, OfWire>;
export type GenerationFields = Omit<Generation, OfWire>;

/** The fields that all requests of rankings have. */
export type RankingRequest = Lenience &
  Pick<
    PredictRequest,
    'candidate_item_ids' | 'limit' | 'exclude_item_ids' | 'filters' | 'boosts' | 'rules' | 'diversity'
  > & { readonly exclude_seen?: boolean | undefined; readonly explain?: boolean };

type Exclusion = Pick<PredictRequest, 'exclude_seen' | 'candidate_item_ids'>;

export function rankingQuery(
  request: RankingRequest,
  given: GivenHistory,
  newItems?: SentNewItems,
): RankingQuery {
  const { history, times, context, prior } = given;
  return {
    history,
    times,
    context,
    candidates: request.candidate_item_ids ?? null,
    limit: request.limit,
    excludeSeen: leavesOutSeen(request),
    excluded: request.exclude_item_ids,
    filters: request.filters,
    boosts: request.boosts,
    rules: request.rules,
    ignoreUnknown: request.unknown_items === 'ignore',
    diversity: request.diversity,
    explain: request.explain ?? false,
    newItems,
    prior,
  };
}

export function predictionFields(
  request: RankingRequest,
  answer: PredictAnswer,
  prior?: PriorScores,
): PredictionFields {
  return {
    items: answer.items.map((item) => ({
      item_id: item.itemId,
      score: item.score,
      ...newItemFields(item),
      ...(item.networkScore !== undefined && { network_score: item.networkScore }),
      ...itemFields(item),
    })),
    ...fallbackFields(answer, prior),
    ...echoedFields(request, answer),
  };
}

export function generationFields(
  request: RankingRequest,
  answer: PredictAnswer,
  prior?: PriorScores,
): GenerationFields {
  return {
    items: answer.items.map((item) => ({
      item_id: item.itemId,
      score: item.score,
      codes: [...item.codes!],
      tokens: tokensOf(item.codes!),
      ...itemFields(item),
    })),
    ...fallbackFields(answer, prior),
    ...echoedFields(request, answer),
  };
}

type AnsweredItem = PredictAnswer['items'][number];

export function itemFields({ moved, because }: AnsweredItem) {
  return {
    ...(moved !== undefined && { moved }),
    ...(because && { because: because.map(weighted) }),
  };
}

function newItemFields({ isNew, resembles }: AnsweredItem) {
  if (isNew === undefined) return {};
  return { new_item: true as const, ...(resembles && { resembles: resembles.map(weighted) }) };
}

function weighted({ itemId, weight }: { readonly itemId: string; readonly weight: number }) {
  return { item_id: itemId, weight };
}

function fallbackFields({ byPopularity }: PredictAnswer, prior: PriorScores | undefined) {
  if (prior !== undefined) return { fallback: prior.by };
  return byPopularity ? { fallback: 'popularity' as const } : {};
}

/** The fields of the request that the answer repeats, with what became of them. */
export function echoedFields(request: RankingRequest, answer: PredictAnswer) {
  const { boosts, rules } = request;
  return {
    ...(boosts !== undefined && { boosts }),
    ...(rules !== undefined && {
      rules: rules.map((rule, at) => {
        const { wanted, filled, held, placesChanged, scoreGivenUp } = answer.rules![at]!;
        const top = rule.pin_at === undefined && { in_top: rule.in_top ?? request.limit };
        const cost = { places_changed: placesChanged, score_given_up: scoreGivenUp };
        return { ...rule, ...top, wanted, filled, held, ...cost };
      }),
    }),
    ...lenienceFields(request, answer),
  };
}

/** Whether items of the history, and those that the person turned down, are left out. */
export function leavesOutSeen({ exclude_seen, candidate_item_ids }: Exclusion): boolean {
  return exclude_seen ?? candidate_item_ids === undefined;
}

/** The request with `exclude_seen`, which is false by default where the model learns repeats. */
export function withExclusion<Request extends Exclusion>(request: Request, { made }: ReadyModel): Request {
  const { events } = made.training as { readonly events?: EventSettings };
  const isRepeating = request.candidate_item_ids === undefined && events?.repeats === 'kept';
  return { ...request, exclude_seen: request.exclude_seen ?? (isRepeating ? false : undefined) };
}

type Excluding = Exclusion & Pick<PredictRequest, 'exclude_item_ids'>;

/** The request without the items that the person turned down, where seen items are left out. */
export function leavingOutRejected<Request extends Excluding>(
  request: Request,
  { rejectedItemIds = [] }: GivenHistory,
): Request {
  if (rejectedItemIds.length === 0 || !leavesOutSeen(request)) return request;
  return { ...request, exclude_item_ids: [...(request.exclude_item_ids ?? []), ...rejectedItemIds] };
}

/** Likewise, with the `exclude_seen` of the model. */
export function withoutRejected<Request extends Excluding>(
  request: Request,
  model: ReadyModel,
  given: GivenHistory,
): Request {
  const { exclude_seen } = withExclusion(request, model);
  return { ...leavingOutRejected(request, given), exclude_seen };
}

/** Ignored ids and a truncated history are named where the request allows them. */
export function lenienceFields(
  { unknown_items, long_history }: Lenience,
  { ignored, historyTruncated }: ReadFacts,
) {
  return {
    ...(unknown_items === 'ignore' && { ignored_item_ids: [...ignored] }),
    ...(long_history === 'truncate' && { history_truncated: historyTruncated }),
  };
}

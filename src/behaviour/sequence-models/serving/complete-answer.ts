/**
 * Completes the answer of a ranking: diversity, places of exploration, the network's own scores, and reasons.
 *
 * I items of the catalogue; new items have the numbers from I on.
 */
import { vectorOfNew } from '../new-items/number-new-items.ts';
import { exploreNewItems } from '../new-items/rank-new-items.ts';
import { scoresWithNew } from '../new-items/score-new-items.ts';
import { diversifyItems, unitItemVector } from './diversify-items.ts';
import { type Reason, reasonsFor } from './explain-items.ts';
import type { PredictAnswer, RankingQuery } from './inference-protocol.ts';
import type { ItemNames } from './item-names.ts';
import type { NamedModel } from './named-model.ts';
import type { ResolvedPrediction } from './resolve-prediction.ts';
import type { RuledRanking } from './rules/rank-by-rules.ts';
import type { ReadHistory } from './scores-of.ts';

export interface Asked {
  readonly query: RankingQuery;
  readonly resolved: ResolvedPrediction;
}

/** The items of an answer, best first. */
export interface Ranking {
  readonly items: Uint32Array;
  readonly scores: Float32Array;
  /** By item, and by rule; absent: there are no rules. */
  readonly ruled?: Pick<RuledRanking, 'moved' | 'costs'>;
  /** New items that may be explored; absent: there are none. */
  readonly fresh?: ScoredItems;
}

interface ScoredItems {
  readonly items: Uint32Array;
  readonly scores: Float32Array;
}

/** The answer of a ranking by the model's scores. */
export async function completed(named: NamedModel, asked: Asked, ranking: Ranking): Promise<PredictAnswer> {
  const { model } = named;
  const { query, resolved } = asked;
  const { items, scores, ruled } = explored(named, asked, diversified(named, asked, ranking));
  const network = await networkScores(named, resolved, items);
  const score = (read: ReadHistory) => scoresWithNew(model, named.names, read, items, resolved.fresh);
  const reasons = query.explain === true ? await reasonsFor(model, score, resolved, items) : null;
  return {
    items: Array.from(items, (item, at) => ({
      ...idFields(named, asked, item),
      score: scores[at]!,
      ...(item < named.names.ids.length && network !== null && { networkScore: network[at]! }),
      ...(ruled !== undefined && { moved: ruled.moved[at]! }),
      ...(reasons !== null && { because: namedReasons(reasons[at]!, named.names) }),
    })),
    ignored: resolved.ignored,
    historyTruncated: resolved.historyTruncated,
    byPopularity: query.prior === undefined && (model.ranksByPopularity?.(resolved.history) ?? false),
    ...(ruled !== undefined && { rules: ruled.costs }),
  };
}

/** The most neighbours of a new item that an answer names. */
const MOST_RESEMBLED = 3;

function idFields({ names: { ids } }: NamedModel, { query, resolved }: Asked, item: number) {
  if (item < ids.length) return { itemId: ids[item]! };
  const { itemId, neighbours } = resolved.fresh!.items[item - ids.length]!;
  const heaviest = neighbours.toSorted((a, b) => b.weight - a.weight).slice(0, MOST_RESEMBLED);
  return { itemId, isNew: true as const, ...(query.explain === true && { resembles: heaviest }) };
}

/**
 * In the order of `items`, NaN for new ones; null: the scores are the network's own, or the history is empty.
 */
async function networkScores(
  { model, names }: NamedModel,
  { history, times }: ResolvedPrediction,
  items: Uint32Array,
): Promise<Float32Array | null> {
  if (model.networkScores === undefined || history.length === 0) return null;
  const known = items.filter((item) => item < names.ids.length);
  const scores = (await model.networkScores(history, known, times)).values();
  return Float32Array.from(items, (item) => (item < names.ids.length ? scores.next().value! : Number.NaN));
}

/** The ranking itself where the query asks for no diversity. */
export function diversified(
  { model, names }: NamedModel,
  { query, resolved }: Asked,
  ranking: Ranking,
): Ranking {
  const { diversity = 0, limit } = query;
  if (diversity === 0) return ranking;
  const { items, scores } = ranking;
  const width = model.embeddingDimensions;
  const I = names.ids.length;
  const ofKnown = (item: number) => unitItemVector(model.itemVectors!, width, item);
  const vectors = Array.from(items, (item) =>
    item < I ? ofKnown(item) : vectorOfNew(resolved.fresh!.items[item - I]!, names, ofKnown, width),
  );
  const order = diversifyItems({ scores, vectors, diversity, limit });
  return {
    ...ranking,
    items: Uint32Array.from(order, (at) => items[at]!),
    scores: Float32Array.from(order, (at) => scores[at]!),
  };
}

/** With the places of exploration; the ranking itself where there are none. */
function explored({ names }: NamedModel, { query, resolved }: Asked, ranking: Ranking): Ranking {
  const { items, scores, fresh } = ranking;
  const places = query.newItems?.places ?? 0;
  if (fresh === undefined || places === 0) return ranking;
  const scoreOf = new Map<number, number>();
  for (const scored of [fresh, { items, scores }])
    for (const [at, item] of scored.items.entries()) scoreOf.set(item, scored.scores[at]!);
  const others = [...fresh.items]
    .filter((item) => !Number.isNaN(scoreOf.get(item)))
    .map((item) => {
      const { shown } = resolved.fresh!.items[item - names.ids.length]!;
      return { item, score: scoreOf.get(item)!, shown };
    });
  const list = exploreNewItems([...items], others, { limit: query.limit, places });
  return {
    ...ranking,
    items: Uint32Array.from(list),
    scores: Float32Array.from(list, (item) => scoreOf.get(item)!),
  };
}

function namedReasons(reasons: readonly Reason[], { ids }: ItemNames) {
  return reasons.map(({ item, weight }) => ({ itemId: ids[item]!, weight }));
}

/**
 * Answers predictions. Queries that rank the whole catalogue share one call of the model. Excluded items are
 * left out before the selection, so that an answer has `limit` items where there are as many. Items without a
 * score are left out too, even if they are candidates: the model knows nothing of them.
 */
import { type ModelBatch, type OpenModel, UNKNOWN_SCORE } from '../models/architecture.ts';
import { diversifyItems } from './diversify-items.ts';
import { type Reason, reasonsFor } from './explain-items.ts';
import type { PredictAnswer, RankingQuery } from './inference-protocol.ts';
import type { ItemNames } from './item-names.ts';
import type { NamedModel } from './named-model.ts';
import { priorScores } from './prior-scores.ts';
import type { AppliedBoost, ResolvedPrediction } from './resolve-prediction.ts';
import { type RuledRanking, rankByRules } from './rules/rank-by-rules.ts';
import { type ReadHistory, scoresOf } from './scores-of.ts';
import { selectBest } from './select-best.ts';

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
}

/** Either a single query with candidates, or queries without. */
export async function answerPredictions(
  named: NamedModel,
  asked: readonly Asked[],
): Promise<readonly PredictAnswer[]> {
  const rankings: (Ranking | null)[] = [];
  for (const one of asked) rankings.push(await rankShortlist(named, one));
  // Scores of the whole catalogue are computed together.
  const left = asked.filter((_, at) => rankings[at] === null);
  const rest = left.length === 0 ? [] : await rankExhaustively(named, left);
  const answers: PredictAnswer[] = [];
  for (const [at, one] of asked.entries())
    answers.push(await completed(named, one, rankings[at] ?? rest.shift()!));
  return answers;
}

/** null if the model has no shorter way than to score all. */
async function rankShortlist(named: NamedModel, asked: Asked): Promise<Ranking | null> {
  const { history, times, candidates, excluded, mask, boosts, rules } = asked.resolved;
  // A mask is that of a wide filter over a small catalogue. The short list is that of a ranking by score alone.
  if (named.model.scoreShortlist === undefined || mask !== null) return null;
  if (rules !== undefined || asked.query.prior !== undefined) return null;
  const likely = await named.model.scoreShortlist(history, {
    times,
    among: candidates,
    excluded,
    boosts,
    limit: selectedBy(asked.query),
  });
  return likely && bestOf(named, asked, likely.scores, likely.items);
}

async function rankExhaustively(named: NamedModel, asked: readonly Asked[]): Promise<Ranking[]> {
  const [first] = asked as readonly [Asked];
  if (first.query.prior !== undefined)
    return asked.map((one) => rankScores(named, one, priorScores(named.names, one.query.prior!)));
  const { history, times, candidates, excluded } = first.resolved;
  if (candidates === null) return rankAll(named, asked);
  const items = excluded.size === 0 ? candidates : candidates.filter((item) => !excluded.has(item));
  if (items.length === 0) return [bestOf(named, first, new Float32Array(), items)];
  return [bestOf(named, first, await scoresOf(named.model, { history, times }, items), items)];
}

async function rankAll(named: NamedModel, asked: readonly Asked[]): Promise<Ranking[]> {
  const rows = await named.model.score(batchOf(asked.map(({ resolved }) => resolved)));
  const I = named.names.ids.length;
  return asked.map((one, row) => rankScores(named, one, rows.subarray(row * I, (row + 1) * I)));
}

/** `scores`: of the whole catalogue, before boosts; they are changed. */
export function rankScores(named: NamedModel, asked: Asked, scores: Float32Array): Ranking {
  const { candidates, excluded, mask } = asked.resolved;
  if (candidates !== null) {
    const items = candidates.filter((item) => !excluded.has(item));
    return bestOf(
      named,
      asked,
      Float32Array.from(items, (item) => scores[item]!),
      items,
    );
  }
  if (mask !== null)
    for (let item = 0; item < scores.length; item++) if (mask[item] === 0) scores[item] = Number.NaN;
  for (const item of excluded) scores[item] = Number.NaN;
  return bestOf(named, asked, scores, null);
}

/** `scores`: of `items`, null: of the whole catalogue, before boosts. NaN is not selected. */
function bestOf(
  { names: { byteRank } }: NamedModel,
  { query, resolved: { boosts, rules } }: Asked,
  scores: Float32Array,
  items: Uint32Array | null,
): Ranking {
  const itemAt = items === null ? (position: number) => position : (position: number) => items[position]!;
  const rankOf = (position: number) => byteRank[itemAt(position)]!;
  leaveOutUnknown(scores);
  boost(scores, boosts, itemAt);
  const rankingOf = (best: Uint32Array) => ({
    items: best.map(itemAt),
    scores: Float32Array.from(best, (position) => scores[position]!),
  });
  if (rules === undefined) return rankingOf(selectBest(scores, selectedBy(query), rankOf));
  const { positions, ...ruled } = rankByRules({ scores, limit: query.limit, itemAt, rankOf, rules });
  return { ...rankingOf(positions), ruled };
}

function boost(
  scores: Float32Array,
  boosts: readonly AppliedBoost[],
  itemAt: (position: number) => number,
): void {
  for (const { mask, weight } of boosts)
    for (let position = 0; position < scores.length; position++)
      if (mask[itemAt(position)] === 1) scores[position]! += weight;
}

/** Called before boosts, which would turn an unknown score into a score. */
function leaveOutUnknown(scores: Float32Array): void {
  for (let at = 0; at < scores.length; at++) if (scores[at]! <= UNKNOWN_SCORE) scores[at] = Number.NaN;
}

/** A diverse answer is chosen from this many times its number of items. */
const POOL_FACTOR = 5;
/** The least number of items from which a diverse answer is chosen. */
const LEAST_POOL = 200;

function selectedBy({ limit, diversity = 0 }: RankingQuery): number {
  return diversity === 0 ? limit : Math.max(LEAST_POOL, POOL_FACTOR * limit);
}

/** The answer of a ranking by the model's scores. */
export async function completed(named: NamedModel, asked: Asked, ranking: Ranking): Promise<PredictAnswer> {
  const { model } = named;
  const { query, resolved } = asked;
  const { items, scores, ruled } = query.diversity ? diversified(model, ranking, query) : ranking;
  const network = await networkScores(model, resolved, items);
  const reasons = query.explain === true ? await reasonsFor(model, resolved, items) : null;
  return {
    items: Array.from(items, (item, at) => ({
      itemId: named.names.ids[item]!,
      score: scores[at]!,
      ...(network !== null && { networkScore: network[at]! }),
      ...(ruled !== undefined && { moved: ruled.moved[at]! }),
      ...(reasons !== null && { because: namedReasons(reasons[at]!, named.names) }),
    })),
    ignored: resolved.ignored,
    historyTruncated: resolved.historyTruncated,
    byPopularity: query.prior === undefined && (model.ranksByPopularity?.(resolved.history) ?? false),
    ...(ruled !== undefined && { rules: ruled.costs }),
  };
}

/** In the order of `items`; null: the scores are the network's own, or the history is empty. */
async function networkScores(
  model: OpenModel,
  { history, times }: ResolvedPrediction,
  items: Uint32Array,
): Promise<Float32Array | null> {
  if (model.networkScores === undefined || history.length === 0) return null;
  return model.networkScores(history, items, times);
}

export function diversified(
  { itemVectors, embeddingDimensions: width }: Pick<OpenModel, 'itemVectors' | 'embeddingDimensions'>,
  { items, scores }: Ranking,
  { diversity = 0, limit }: RankingQuery,
): Ranking {
  const order = diversifyItems({ items, scores, itemVectors: itemVectors!, width, diversity, limit });
  return {
    items: Uint32Array.from(order, (at) => items[at]!),
    scores: Float32Array.from(order, (at) => scores[at]!),
  };
}

function namedReasons(reasons: readonly Reason[], { ids }: ItemNames) {
  return reasons.map(({ item, weight }) => ({ itemId: ids[item]!, weight }));
}

/** Where a history has no times, they are NaN. A batch has contexts if one of its histories has one. */
export function batchOf(histories: readonly ReadHistory[]): ModelBatch {
  const offsets = new Uint32Array(histories.length + 1);
  for (const [row, { history }] of histories.entries()) offsets[row + 1] = offsets[row]! + history.length;
  const items = new Uint32Array(offsets.at(-1)!);
  for (const [row, { history }] of histories.entries()) items.set(history, offsets[row]!);
  if (histories.every(({ times }) => times === undefined)) return { offsets, items };
  const contexts = histories.map(({ times }) => times?.context);
  const hasContexts = contexts.some((context) => context !== undefined);
  const timestampsMs = new Float64Array(items.length).fill(Number.NaN);
  for (const [row, { times }] of histories.entries())
    if (times !== undefined) timestampsMs.set(times.timestampsMs, offsets[row]!);
  const momentsMs = Float64Array.from(histories, ({ times }) => times?.momentMs ?? Number.NaN);
  return { offsets, items, timestampsMs, momentsMs, ...(hasContexts && { contexts }) };
}

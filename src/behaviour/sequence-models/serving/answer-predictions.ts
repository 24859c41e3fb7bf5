/**
 * Answers predictions. Queries that rank the whole catalogue share one call of the model. Excluded items are
 * left out before the selection, so that an answer has `limit` items where there are as many. Items without a
 * score are left out too, even if they are candidates: the model knows nothing of them.
 */
import { type ModelBatch, UNKNOWN_SCORE } from '../models/architecture.ts';
import { newScores, scoresWithNew } from '../new-items/score-new-items.ts';
import { type Asked, completed, type Ranking } from './complete-answer.ts';
import type { PredictAnswer, RankingQuery } from './inference-protocol.ts';
import type { NamedModel } from './named-model.ts';
import { priorScores } from './prior-scores.ts';
import type { AppliedBoost } from './resolve-prediction.ts';
import { rankByRules } from './rules/rank-by-rules.ts';
import type { ReadHistory } from './scores-of.ts';
import { selectBest } from './select-best.ts';

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
  return likely && bestOf(named, asked, likely.scores, likely.items, await scoredNew(named, asked));
}

/** null: the query ranks no new items. */
async function scoredNew({ model, names }: NamedModel, { resolved }: Asked): Promise<Float32Array | null> {
  const { fresh } = resolved;
  return fresh === undefined ? null : scoresWithNew(model, names, resolved, fresh.ranked, fresh);
}

async function rankExhaustively(named: NamedModel, asked: readonly Asked[]): Promise<Ranking[]> {
  const [first] = asked as readonly [Asked];
  if (first.query.prior !== undefined)
    return asked.map((one) => rankScores(named, one, priorScores(named.names, one.query.prior!)));
  const { candidates, excluded, fresh } = first.resolved;
  if (candidates === null) return rankAll(named, asked);
  const items = excluded.size === 0 ? candidates : candidates.filter((item) => !excluded.has(item));
  const numbers = fresh === undefined ? items : joined(items, fresh.ranked);
  if (numbers.length === 0) return [bestOf(named, first, new Float32Array(), items, null)];
  const scores = await scoresWithNew(named.model, named.names, first.resolved, numbers, fresh);
  const ofNew = fresh === undefined ? null : scores.slice(items.length);
  return [bestOf(named, first, scores.subarray(0, items.length), items, ofNew)];
}

function joined<Numbers extends Uint32Array | Float32Array>(a: Numbers, b: Numbers): Numbers {
  const all = new (a.constructor as new (length: number) => Numbers)(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}

async function rankAll(named: NamedModel, asked: readonly Asked[]): Promise<Ranking[]> {
  const rows = await named.model.score(batchOf(asked.map(({ resolved }) => resolved)));
  const I = named.names.ids.length;
  return asked.map((one, row) => rankScores(named, one, rows.subarray(row * I, (row + 1) * I)));
}

/** `scores`: of the whole catalogue, before boosts; they are changed. */
export function rankScores(named: NamedModel, asked: Asked, scores: Float32Array): Ranking {
  const { candidates, excluded, mask, fresh } = asked.resolved;
  const ofNew =
    fresh === undefined ? null : newScores(named.names, fresh, fresh.ranked, (item) => scores[item]);
  if (candidates !== null) {
    const items = candidates.filter((item) => !excluded.has(item));
    return bestOf(
      named,
      asked,
      Float32Array.from(items, (item) => scores[item]!),
      items,
      ofNew,
    );
  }
  if (mask !== null)
    for (let item = 0; item < scores.length; item++) if (mask[item] === 0) scores[item] = Number.NaN;
  for (const item of excluded) if (item < scores.length) scores[item] = Number.NaN;
  return bestOf(named, asked, scores, null, ofNew);
}

/**
 * `known`: scores of `items`, null: of the whole catalogue, before boosts. `ofNew`: those of the new items. NaN
 * is not selected.
 */
function bestOf(
  { names: { ids, byteRank } }: NamedModel,
  { query, resolved: { boosts, rules, fresh } }: Asked,
  known: Float32Array,
  items: Uint32Array | null,
  ofNew: Float32Array | null,
): Ranking {
  const scores = ofNew === null ? known : joined(known, ofNew);
  const P = known.length;
  const itemAt = (position: number) =>
    position >= P ? fresh!.ranked[position - P]! : items === null ? position : items[position]!;
  const rankOf = (position: number) => {
    const item = itemAt(position);
    return item < ids.length ? byteRank[item]! : fresh!.byteRank[item - ids.length]!;
  };
  leaveOutUnknown(scores);
  boost(scores, boosts, itemAt);
  const rankingOf = (best: Uint32Array) => ({
    items: best.map(itemAt),
    scores: Float32Array.from(best, (position) => scores[position]!),
    ...(ofNew !== null && { fresh: { items: fresh!.ranked, scores: scores.slice(P) } }),
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

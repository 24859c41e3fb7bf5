/**
 * Answers queries for generated items. Items are searched by beam where only some are left out; the beam is
 * then wider by these. Everything else that changes the ranking needs the exact score of each item, so it is
 * answered as a prediction is: at the temperature at which boosts have their scale. Without boosts the order is
 * that of the search.
 */
import { answerPredictions } from './answer-predictions.ts';
import { type Asked, completed } from './complete-answer.ts';
import type { GenerateQuery, PredictAnswer } from './inference-protocol.ts';
import type { NamedModel } from './named-model.ts';
import { resolvePrediction } from './resolve-prediction.ts';

/** The number of items above which scoring all of them is the cheaper way to leave them out. */
const MAX_LEFT_OUT = 200;

/** 400 `invalid_request`; 422 `capability_missing`, `unknown_filter`, `unknown_item`. */
export async function answerGeneration(named: NamedModel, query: GenerateQuery): Promise<PredictAnswer> {
  const { generate, codesOf } = named.model;
  if (generate === undefined || codesOf === undefined) throw new Error('the model does not generate');
  const asked = { query, resolved: resolvePrediction(query, named) };
  const answer = isSearched(asked)
    ? await searched(named, asked, query.beam)
    : (await answerPredictions(named, [asked]))[0]!;
  const items = answer.items.map((item) => ({ ...item, codes: codesOf(named.names.numberOf(item.itemId)!) }));
  return { ...answer, items };
}

function isSearched({ query, resolved }: Asked): boolean {
  const { candidates, mask, boosts, rules, excluded } = resolved;
  if (candidates !== null || mask !== null || boosts.length > 0 || rules !== undefined) return false;
  return !query.diversity && query.prior === undefined && excluded.size <= MAX_LEFT_OUT;
}

async function searched(named: NamedModel, asked: Asked, beam: number): Promise<PredictAnswer> {
  const { query, resolved } = asked;
  const more = resolved.excluded.size;
  const options = { limit: query.limit + more, beam: beam + more };
  const found = (await named.model.generate!(resolved.history, options))
    .filter(({ item }) => !resolved.excluded.has(item))
    .slice(0, query.limit);
  const items = Uint32Array.from(found, ({ item }) => item);
  const scores = Float32Array.from(found, ({ score }) => score);
  const answer = await completed(named, asked, { items, scores });
  // The search has more digits than a ranking.
  return { ...answer, items: answer.items.map((item, at) => ({ ...item, score: found[at]!.score })) };
}

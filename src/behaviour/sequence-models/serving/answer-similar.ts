/** Answers queries for items that are similar to one, ranked as predictions are. */
import { rankScores } from './answer-predictions.ts';
import { diversified } from './complete-answer.ts';
import type { PredictAnswer, SimilarQuery } from './inference-protocol.ts';
import { unknownItems } from './item-id-errors.ts';
import { itemVectorsOf, type NamedModel } from './named-model.ts';
import { resolvePrediction } from './resolve-prediction.ts';
import { similaritiesTo } from './similar-items.ts';

/** 400 `invalid_request`; 422 `capability_missing`, `unknown_filter`, `unknown_item`. */
export function answerSimilar(named: NamedModel, query: SimilarQuery): PredictAnswer {
  const { model, names } = named;
  const item = names.numberOf(query.itemId);
  if (item === undefined) throw unknownItems([query.itemId]);
  const itemVectors = itemVectorsOf(named);
  const similarities = similaritiesTo({ itemVectors, width: model.embeddingDimensions, item });
  const resolved = resolvePrediction(query, named);
  const asked = { query, resolved };
  const ranking = rankScores(named, asked, similarities.slice());
  const { items, scores, ruled } = diversified(named, asked, ranking);
  return {
    items: Array.from(items, (other, at) => ({
      itemId: names.ids[other]!,
      score: scores[at]!,
      networkScore: similarities[other]!,
      ...(ruled !== undefined && { moved: ruled.moved[at]! }),
    })),
    ignored: resolved.ignored,
    historyTruncated: resolved.historyTruncated,
    byPopularity: false,
    ...(ruled !== undefined && { rules: ruled.costs }),
  };
}

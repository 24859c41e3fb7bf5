/**
 * The weights of a request: factors of the points of single terms, whether declared or learned. A weighted
 * model is the model of a domain file whose terms have these points. So every stage, the index and the
 * explanation read the same numbers. Person effects, a trained cross encoder, the intercept and the
 * calibration curves stay as they are.
 *
 * The similarity of texts has no term in a scorecard. Its two parts are weighted under the names that they
 * have in explanations.
 */
import { invalidRequest } from '../../../contract/errors.ts';
import { pathText } from '../../../contract/issue-message.ts';
import type { Scorecard } from '../../../domains/scorecard.ts';
import type { RankingModel } from '../ranking-model.ts';
import type { StageModel } from './model-catalog.ts';

type Weights = Readonly<Record<string, number>>;

export const TEXT_SIMILARITY = 'text_similarity';
export const SENTENCES = 'sentences';

/** Names that weights may have, in the order of the scorecard. */
function weightedNames({ terms }: Scorecard): readonly string[] {
  return [...new Set([...terms.map(({ name }) => name), TEXT_SIMILARITY, SENTENCES])];
}

/**
 * Weighs models of the request. A name must be a term of an existing tier. It changes nothing in a model
 * without such a term, so two tiers can be compared under the same weights. Throws 400 `invalid_request`.
 */
export function weigher(
  weights: Weights | undefined,
  available: readonly StageModel[],
): (model: StageModel) => StageModel {
  if (weights === undefined) return (model) => model;
  assertKnown(weights, available);
  const factors = new Map(Object.entries(weights).filter(([, factor]) => factor !== 1));
  // Stages that use one model must go on to use one scorecard.
  const weighted = new Map<StageModel, StageModel>();
  return (model) => {
    if (factors.size === 0) return model;
    const known = weighted.get(model) ?? {
      ...model,
      // Outcomes have calibrated the sum of the model's own points, not this one.
      calibrated: false,
      rankingModel: weigh(model.rankingModel, factors),
    };
    weighted.set(model, known);
    return known;
  };
}

function assertKnown(weights: Weights, available: readonly StageModel[]): void {
  const known = new Set(available.flatMap(({ rankingModel }) => weightedNames(rankingModel.card.scorecard)));
  const unknown = Object.keys(weights).filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const message = `is no term of the scorecard; the terms are ${[...known].join(', ')}`;
  throw invalidRequest(unknown.map((name) => ({ path: pathText(['weights', name]), message })));
}

function weigh(model: RankingModel, factors: ReadonlyMap<string, number>): RankingModel {
  return {
    ...model,
    card: { ...model.card, scorecard: weighScorecard(model.card.scorecard, factors) },
  };
}

function weighScorecard(
  { terms, head, cross_encoder, ...rest }: Scorecard,
  factors: ReadonlyMap<string, number>,
): Scorecard {
  const times = <Part extends { readonly weight: number; readonly weight_against: number }>(
    part: Part,
    name: string,
  ): Part => {
    const factor = factors.get(name) ?? 1;
    return { ...part, weight: part.weight * factor, weight_against: part.weight_against * factor };
  };
  return {
    ...rest,
    // Terms keep their identity where nothing changes, because caches are keyed by it.
    terms: terms.map((term) => {
      const factor = factors.get(term.name);
      return factor === undefined ? term : { ...term, weight: term.weight * factor };
    }),
    head: times(head, TEXT_SIMILARITY),
    cross_encoder: { ...cross_encoder, sentences: times(cross_encoder.sentences, SENTENCES) },
  };
}

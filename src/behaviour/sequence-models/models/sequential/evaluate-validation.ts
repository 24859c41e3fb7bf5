/**
 * Evaluates a model on at most 4,000 validation cases, in a catalogue above 50,000 items on fewer; every item
 * of the catalogue is ranked. A basket is one case, and ranks the catalogue for each of its items.
 */
import { mean } from '../../../../platform/numeric/statistics.ts';
import { basketMetrics } from '../../evaluation/basket-metrics.ts';
import { rankTargets } from '../../evaluation/rank-targets.ts';
import type { Ranker } from '../../evaluation/ranker.ts';
import { sampleCases } from '../../evaluation/sample-cases.ts';
import { basketStarts, meanBasketSize } from '../../splits/baskets.ts';
import type { Cases } from '../../splits/split.ts';
import type { ValidationMetrics } from '../training/train-epochs.ts';

const [MIN_CASES, MAX_CASES] = [500, 4000];
/** The maximum number of scores, cases times items, if there are more than the least cases. */
const SCORES_TO_RANK = 2e8;

/** The sampled cases, the same at every validation. */
export function validationCases(cases: Cases, seed: number): Cases {
  const scoresOfCase = meanBasketSize(cases) * Math.max(1, cases.histories.itemIds.length);
  const affordable = Math.floor(SCORES_TO_RANK / scoresOfCase);
  return sampleCases(cases, Math.max(MIN_CASES, Math.min(MAX_CASES, affordable)), seed);
}

/**
 * As an evaluation judges: a basket is one case. `seen`: `masked`, or `ranked` if histories have repeats. Throws
 * `signal.reason`.
 */
export async function evaluateValidation(
  ranker: Ranker,
  cases: Cases,
  seen: 'masked' | 'ranked',
  signal: AbortSignal,
): Promise<ValidationMetrics> {
  const { ranks } = await rankTargets(ranker, cases, { seen, listLength: 1 }, signal);
  const { recall, ndcg, reciprocal } = basketMetrics(basketStarts(cases));
  return {
    recallAt10: meanOf(recall(ranks, 10)),
    ndcgAt10: meanOf(ndcg(ranks, 10)),
    reciprocalRank: meanOf(reciprocal(ranks)),
  };
}

function meanOf(values: Float64Array): number {
  return values.length === 0 ? 0 : mean(values);
}

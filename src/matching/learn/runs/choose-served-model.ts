/**
 * After a model is validated, the serving model is fitted on all outcomes, held-out ones included. It is
 * never validated itself. A guard compares its scores with those of the validated model. Where they do not go
 * together, the validated model serves.
 */

import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { type Agreement, agreementOf, modelsAgree } from '../evaluate/models-agree.ts';
import type { OutcomeSplit } from '../evaluate/split-outcomes.ts';
import { takePairs } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import type { Fitting } from './fitting.ts';

/** Pairs of each side on which the guard compares scores. */
const MOST_PAIRS = 5000;

export interface ModelsToCompare {
  readonly set: TrainingSet;
  readonly split: OutcomeSplit;
  readonly validated: RankingModel;
  readonly refitted: RankingModel;
  readonly seed: number;
}

export interface ServedModel {
  readonly model: RankingModel;
  readonly isRefitted: boolean;
  /** Agreement on pairs of each side. */
  readonly agreement: { readonly held_out: Agreement; readonly fitted: Agreement };
  /** A sentence for the run's reason; null where the refitted model serves. */
  readonly reason: string | null;
}

export async function chooseServedModel(
  { scorePairs }: Pick<Fitting, 'scorePairs'>,
  { set, split, validated, refitted, seed }: ModelsToCompare,
): Promise<ServedModel> {
  const compare = async (rows: Uint32Array): Promise<Agreement> => {
    const some = new SeededRandom(seed).shuffle(rows.slice()).slice(0, MOST_PAIRS);
    const pairs = takePairs(set.outcomes, some);
    const [one, other] = [validated, refitted].map((model) => scorePairs(model, set).score(pairs));
    return agreementOf(await one!, await other!);
  };
  const agreement = { held_out: await compare(split.heldOut), fitted: await compare(split.fit) };
  if (modelsAgree(agreement.held_out, 'held_out') && modelsAgree(agreement.fitted, 'fitted'))
    return { model: refitted, isRefitted: true, agreement, reason: null };
  const { rank_correlation: correlation, mean_difference: distance } = agreement.held_out;
  return {
    model: validated,
    isRefitted: false,
    agreement,
    reason: `The head that was judged serves: fitted again on all outcomes, it gave other scores (rank correlation ${correlation.toFixed(2)}, log-odds ${distance.toFixed(2)} apart).`,
  };
}

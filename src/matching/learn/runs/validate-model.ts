/**
 * Validates a run's model, fitted without held-out outcomes, on these, against the twin of the serving model.
 *
 * A serving model that was stored without a twin has seen the held-out outcomes up to its training. It is
 * compared on the later ones. Where these are few, its base takes its place: an unvalidated model is then
 * replaced by one that is proven over the base.
 */

import type { RankingModel } from '../../ranking/ranking-model.ts';
import { countInWords } from '../count-in-words.ts';
import { checkDeployment, type Verdict } from '../evaluate/deployment-gate.ts';
import { withDrawnCandidates } from '../evaluate/with-drawn-candidates.ts';
import { takePairs } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import type { Fitting } from './fitting.ts';
import type { ServingModels } from './serving-models.ts';

/** Held-out outcomes later than a serving model without a twin, below which its base is compared. */
const FEWEST_LATER = 100;

export interface ModelToValidate {
  readonly set: TrainingSet;
  readonly models: ServingModels;
  /** The new model, fitted without held-out rows. */
  readonly validated: RankingModel;
  readonly heldOut: Uint32Array;
  readonly seed: number;
}

export interface Validation {
  readonly verdict: Verdict;
  /** Version of the model that it was compared with. */
  readonly before: string;
  /** Held-out rows that decided. */
  readonly rows: Uint32Array;
  /** A sentence where the serving model could not be compared on all held-out rows; else null. */
  readonly note: string | null;
}

export async function validateModel(
  { scorePairs }: Pick<Fitting, 'scorePairs'>,
  { set, models, validated, heldOut, seed }: ModelToValidate,
): Promise<Validation> {
  const { opponent, rows, note } = opponentOf(set, models, heldOut);
  // Without refusals, drawn candidates stand in for them.
  const pairs = withDrawnCandidates(takePairs(set.outcomes, rows), set.outcomes, { seed });
  const score = (model: RankingModel) => scorePairs(model, set).score(pairs);
  const verdict = checkDeployment({
    heldOut: pairs,
    candidate: await score(validated),
    serving: await score(opponent),
    prior: await score(models.prior),
    servingIsPrior: opponent === models.prior,
    seed,
  });
  return { verdict, before: opponent.card.version, rows, note };
}

function opponentOf({ outcomes }: TrainingSet, { validated, serving }: ServingModels, heldOut: Uint32Array) {
  const since = validated?.servingSeesUntilMs ?? null;
  if (validated === undefined || since === null)
    return { opponent: validated?.serving ?? serving, rows: heldOut, note: null };
  const later = heldOut.filter((row) => outcomes.atMs[row]! > since);
  const hasLater = later.length >= FEWEST_LATER;
  return {
    opponent: hasLater ? validated.serving : validated.base,
    rows: hasLater ? later : heldOut,
    note: `The serving head has no twin that was fitted without held-out outcomes; ${
      hasLater
        ? `it was compared on the ${countInWords(later.length, 'outcome')} since its training`
        : 'its base was compared instead'
    }.`,
  };
}

/** Weights of the parts of a model, however they were chosen, ready to be applied. */
import type { Scorecard } from '../../../domains/scorecard.ts';
import { scaleEvidence } from '../../ranking/models/scale-evidence.ts';
import type { LabelledPairs } from '../labelled-pairs.ts';
import { type DecisionWeights, personStateScores } from './decisions/decision-weights.ts';
import { type ListWeights, stateScores } from './lists/list-weights.ts';

export type PartWeights =
  | { readonly kind: 'lists'; readonly weights: ListWeights }
  | { readonly kind: 'decisions'; readonly weights: DecisionWeights };

export interface WeighedParts {
  /** Factors of at least 0. */
  readonly profile: number;
  readonly selectivity: number;
  readonly desirability: number;
  /** Log-odds of the states of all people, as raters and as rated people [P]. */
  readonly raterStates: Float64Array;
  readonly ratedStates: Float64Array;
}

/** `pairs`: the outcomes that the parts are fitted to. `nowMs`: the moment of the states. */
export function weighedParts(chosen: PartWeights | null, pairs: LabelledPairs, nowMs: number): WeighedParts {
  const nothing = () => new Float64Array(pairs.people.length);
  const plain = {
    profile: 1,
    selectivity: 1,
    desirability: 1,
    raterStates: nothing(),
    ratedStates: nothing(),
  };
  if (chosen === null) return plain;
  if (chosen.kind === 'lists') {
    return {
      ...plain,
      profile: chosen.weights.profile,
      selectivity: 0,
      desirability: 0,
      ratedStates: stateScores(pairs, chosen.weights, nowMs),
    };
  }
  const { profile, selectivity, desirability } = chosen.weights;
  const { raters, rated } = personStateScores(pairs, chosen.weights, nowMs);
  return { ...plain, profile, selectivity, desirability, raterStates: raters, ratedStates: rated };
}

/** The scorecard with all evidence multiplied by `factor` (0..3), within the range of a scorecard. */
export function scaledScorecard(scorecard: Scorecard, factor: number): Scorecard {
  return scaleEvidence(scorecard, (given) => {
    const kept = Math.max(-10, Math.min(10, given * factor));
    return Math.round(kept * 1e6) / 1e6;
  });
}

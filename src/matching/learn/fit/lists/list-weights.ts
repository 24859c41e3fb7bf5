/**
 * Weights of the parts of a model that learned from choices alone (purchases, investments), without refusals:
 *
 *   log-odds = profile · (scorecard and text) + state · columns of the candidate's state + taste · appeal
 *
 * Only the order of a list can be learned there. `affinity`, the factor on taste · appeal, is a setting of
 * the vectors (`CollaborativeSettings.scale`).
 */
import type { LabelledPairs } from '../../labelled-pairs.ts';
import { type CandidateStates, candidateStates, stateNames } from './candidate-state.ts';

export interface ListWeights {
  /** Factor on the points of the profile, at least 0. */
  readonly profile: number;
  /** Weights of the columns of the state, in the order of `stateNames` [F]. */
  readonly state: readonly number[];
}

/** The weights as figures of a card's part. */
export function figuresOfLists({ profile, state }: ListWeights): Readonly<Record<string, number>> {
  return {
    profile,
    ...Object.fromEntries(stateNames.map((name, at) => [`state_${name}`, state[at]!])),
  };
}

/** Null where a column is missing: the card of another release. */
export function listWeightsOf(figures: Readonly<Record<string, number>>): ListWeights | null {
  const state = stateNames.map((name) => figures[`state_${name}`]);
  const { profile } = figures;
  if (profile === undefined || state.includes(undefined)) return null;
  return { profile, state: state.map((weight) => weight!) };
}

/**
 * Log-odds of the states of all people [P], around a mean of 0 over the candidates that were chosen before
 * `nowMs`. 0 for all others, of which nothing is known. `stateAt`: states by these pairs, where they were
 * read before.
 */
export function stateScores(
  pairs: Pick<LabelledPairs, 'people' | 'candidates' | 'atMs'>,
  { state }: Pick<ListWeights, 'state'>,
  nowMs: number,
  stateAt: CandidateStates = candidateStates(pairs),
): Float64Array {
  const scores = new Float64Array(pairs.people.length);
  const chosen: number[] = [];
  for (const candidate of new Set(pairs.candidates)) {
    const columns = stateAt(candidate, nowMs);
    if (columns === null) continue;
    chosen.push(candidate);
    scores[candidate] = columns.reduce((sum, value, at) => sum + value * state[at]!, 0);
  }
  const mean = chosen.reduce((sum, one) => sum + scores[one]!, 0) / Math.max(1, chosen.length);
  for (const candidate of chosen) scores[candidate]! -= mean;
  return scores;
}

/**
 * Weights of the parts of a model that learned from decisions, fitted to later decisions than the parts:
 *
 * log-odds = profile · (scorecard and text) + selectivity · effect of the rater + desirability · effect of
 * the rated
 *     + weights of the rater's state + weights of the rated person's state + taste · appeal
 *
 * The factor on taste · appeal is a setting of the vectors (`CollaborativeSettings.scale`).
 */
import type { LabelledPairs } from '../../labelled-pairs.ts';
import { personStateNames, personStates } from './person-states.ts';

export interface DecisionWeights {
  /** Factors of at least 0; 1 leaves the part as it was fitted. */
  readonly profile: number;
  readonly selectivity: number;
  readonly desirability: number;
  /**
   * Weights of the columns of the states, in the order of `personStateNames` [F]; all 0 where states do not
   * help.
   */
  readonly rater: readonly number[];
  readonly rated: readonly number[];
}

/** The weights as figures of a card's part. */
export function figuresOfDecisions(weights: DecisionWeights): Readonly<Record<string, number>> {
  const { profile, selectivity, desirability, rater, rated } = weights;
  const named = (side: string, values: readonly number[]) =>
    personStateNames.map((name, at) => [`${side}_${name}`, values[at]!] as const);
  return {
    profile,
    selectivity,
    desirability,
    ...Object.fromEntries([...named('rater', rater), ...named('rated', rated)]),
  };
}

/** Null where a figure is missing: the part was left out, or the card is of another release. */
export function decisionWeightsOf(figures: Readonly<Record<string, number>>): DecisionWeights | null {
  const { profile, selectivity, desirability } = figures;
  const named = (side: string) => personStateNames.map((name) => figures[`${side}_${name}`]);
  const [rater, rated] = [named('rater'), named('rated')];
  if (profile === undefined || selectivity === undefined || desirability === undefined) return null;
  if ([...rater, ...rated].includes(undefined)) return null;
  return {
    profile,
    selectivity,
    desirability,
    rater: rater.map((weight) => weight!),
    rated: rated.map((weight) => weight!),
  };
}

/** Log-odds of the states of all people at `nowMs`, as raters and as rated people [P]. */
export function personStateScores(
  pairs: LabelledPairs,
  { rater, rated }: Pick<DecisionWeights, 'rater' | 'rated'>,
  nowMs: number,
): { readonly raters: Float64Array; readonly rated: Float64Array } {
  const stateOf = personStates(pairs);
  const score = (weights: readonly number[]) =>
    Float64Array.from(pairs.people, (_, person) =>
      stateOf(person, nowMs).reduce((sum, value, at) => sum + value * weights[at]!, 0),
    );
  return { raters: score(rater), rated: score(rated) };
}

/** Assembles fitted parts into a ranking model, uncalibrated and without a cross encoder. */

import { neighboursAmong } from '../../ranking/neighbours/neighbour-table.ts';
import type { PersonEffects } from '../../ranking/person-effects.ts';
import type { RankingModel, RankingModelDescription } from '../../ranking/ranking-model.ts';
import { type LogOddsProblem, unsureVariance } from './fit-log-odds.ts';
import type { FittedParts } from './fit-parts.ts';
import { scaledScorecard } from './part-weights.ts';

export function assembleRankingModel(
  description: RankingModelDescription,
  problem: LogOddsProblem,
  userIds: readonly string[],
  rows: Uint32Array,
  parts: FittedParts,
): RankingModel {
  const { columns } = problem;
  const { logOdds, weighed } = parts;
  const scorecard = columns.scorecard(logOdds.theta.subarray(0, columns.width));
  return {
    card: {
      ...description,
      scorecard: weighed.profile === 1 ? scorecard : scaledScorecard(scorecard, weighed.profile),
    },
    personEffects: personEffectsOf(problem, userIds, rows, parts),
    projections: parts.projections,
    crossEncoder: null,
  };
}

/**
 * Effects of all raters and rated people of these rows, with the weights of the parts. The state of a person
 * is a part of the effect; it has no uncertainty of its own.
 */
function personEffectsOf(
  { columns, evidence, people }: LogOddsProblem,
  userIds: readonly string[],
  rows: Uint32Array,
  { logOdds, vectors, neighbours, weighed }: FittedParts,
): PersonEffects {
  const seen = new Set<number>();
  for (const n of rows) {
    if (n < evidence.outcomes) seen.add(evidence.raters[n]!).add(evidence.rated[n]!);
  }
  const persons = [...seen].sort((a, b) => a - b);
  const [rater, rated] = [columns.width, columns.width + people];
  const effects = (first: number, factor: number, states: Float64Array) =>
    Float32Array.from(persons, (person) => factor * logOdds.theta[first + person]! + states[person]!);
  const K = vectors?.dimension ?? 0;
  const vectorsOf = (all: Float32Array | undefined) => {
    const picked = new Float32Array(persons.length * K);
    persons.forEach((person, at) => {
      if (all !== undefined) picked.set(all.subarray(person * K, (person + 1) * K), at * K);
    });
    return picked;
  };
  const unsure = (first: number, between: number, factor: number) =>
    Float32Array.from(
      persons,
      (person) => factor ** 2 * unsureVariance(logOdds.curvature[first + person]!, between),
    );
  const { selectivity, desirability } = logOdds.variances;
  return {
    userIds: persons.map((person) => userIds[person]!),
    selectivity: effects(rater, weighed.selectivity, weighed.raterStates),
    desirability: effects(rated, weighed.desirability, weighed.ratedStates),
    selectivityVariance: unsure(rater, selectivity, weighed.selectivity),
    desirabilityVariance: unsure(rated, desirability, weighed.desirability),
    unknown: {
      selectivity: weighed.selectivity ** 2 * selectivity,
      desirability: weighed.desirability ** 2 * desirability,
    },
    dimension: K,
    taste: vectorsOf(vectors?.taste),
    appeal: vectorsOf(vectors?.appeal),
    ...(neighbours !== null && { neighbours: neighboursAmong(neighbours, persons) }),
  };
}

/** Assembles fitted parts into a ranking model, uncalibrated and without a cross encoder. */

import type { PersonEffects } from '../../ranking/person-effects.ts';
import type { RankingModel, RankingModelDescription } from '../../ranking/ranking-model.ts';
import { type LogOddsProblem, unsureVariance } from './fit-log-odds.ts';
import type { FittedParts } from './fit-parts.ts';

export function assembleRankingModel(
  description: RankingModelDescription,
  problem: LogOddsProblem,
  userIds: readonly string[],
  rows: Uint32Array,
  { logOdds, vectors, projections }: FittedParts,
): RankingModel {
  const { columns } = problem;
  return {
    card: { ...description, scorecard: columns.scorecard(logOdds.theta.subarray(0, columns.width)) },
    personEffects: personEffectsOf(problem, userIds, rows, { logOdds, vectors, projections }),
    projections,
    crossEncoder: null,
  };
}

/** Effects of all raters and rated people of these rows. */
function personEffectsOf(
  { columns, evidence, people }: LogOddsProblem,
  userIds: readonly string[],
  rows: Uint32Array,
  { logOdds, vectors }: FittedParts,
): PersonEffects {
  const seen = new Set<number>();
  for (const n of rows) {
    if (n < evidence.outcomes) seen.add(evidence.raters[n]!).add(evidence.rated[n]!);
  }
  const persons = [...seen].sort((a, b) => a - b);
  const [rater, rated] = [columns.width, columns.width + people];
  const column = (values: Float64Array, first: number) =>
    Float32Array.from(persons, (person) => values[first + person]!);
  const K = vectors?.dimension ?? 0;
  const vectorsOf = (all: Float32Array | undefined) => {
    const picked = new Float32Array(persons.length * K);
    persons.forEach((person, at) => {
      if (all !== undefined) picked.set(all.subarray(person * K, (person + 1) * K), at * K);
    });
    return picked;
  };
  const unsure = (first: number, between: number) =>
    Float32Array.from(persons, (person) => unsureVariance(logOdds.curvature[first + person]!, between));
  return {
    userIds: persons.map((person) => userIds[person]!),
    selectivity: column(logOdds.theta, rater),
    desirability: column(logOdds.theta, rated),
    selectivityVariance: unsure(rater, logOdds.variances.selectivity),
    desirabilityVariance: unsure(rated, logOdds.variances.desirability),
    unknown: logOdds.variances,
    dimension: K,
    taste: vectorsOf(vectors?.taste),
    appeal: vectorsOf(vectors?.appeal),
  };
}

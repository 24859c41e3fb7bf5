/** Assembles fitted parts into a ranking model, uncalibrated and without a cross encoder. */

import type { PersonEffects } from '../../ranking/person-effects.ts';
import type { RankingModel, RankingModelDescription } from '../../ranking/ranking-model.ts';
import { type LogOddsProblem, unsureVariance } from './fit-log-odds.ts';
import type { FittedParts } from './fit-parts.ts';
import { scaledScorecard } from './lists/list-weights.ts';

export function assembleRankingModel(
  description: RankingModelDescription,
  problem: LogOddsProblem,
  userIds: readonly string[],
  rows: Uint32Array,
  parts: FittedParts,
): RankingModel {
  const { columns } = problem;
  const { logOdds, lists } = parts;
  const scorecard = columns.scorecard(logOdds.theta.subarray(0, columns.width));
  return {
    card: {
      ...description,
      scorecard: lists === null ? scorecard : scaledScorecard(scorecard, lists.profile),
    },
    personEffects: personEffectsOf(problem, userIds, rows, parts),
    projections: parts.projections,
    crossEncoder: null,
  };
}

/**
 * Effects of all raters and rated people of these rows. Where lists weigh the parts, the state of a person is the
 * desirability, and no uncertainty is left to shrink by: the order alone was learned.
 */
function personEffectsOf(
  { columns, evidence, people }: LogOddsProblem,
  userIds: readonly string[],
  rows: Uint32Array,
  { logOdds, vectors, lists }: FittedParts,
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
  const common = {
    userIds: persons.map((person) => userIds[person]!),
    dimension: K,
    taste: vectorsOf(vectors?.taste),
    appeal: vectorsOf(vectors?.appeal),
  };
  const nothing = () => new Float32Array(persons.length);
  if (lists !== null)
    return {
      ...common,
      selectivity: nothing(),
      desirability: column(lists.states, 0),
      selectivityVariance: nothing(),
      desirabilityVariance: nothing(),
      unknown: { selectivity: 0, desirability: 0 },
    };
  return {
    ...common,
    selectivity: column(logOdds.theta, rater),
    desirability: column(logOdds.theta, rated),
    selectivityVariance: unsure(rater, logOdds.variances.selectivity),
    desirabilityVariance: unsure(rated, logOdds.variances.desirability),
    unknown: logOdds.variances,
  };
}

/**
 * Effects of single people, learned from outcomes, by user id. In each direction of a pair one person is the
 * rater (the person who decides) and the other is the rated person. Their log-odds are
 *
 *   profile + selectivity(rater) + desirability(rated) + taste(rater) · appeal(rated) + neighbours(rater, rated)
 *
 * The effects hold only what profiles do not explain. A person without an entry has effects of 0, and the
 * variance of the population. Without that variance, scores of new people are overconfident.
 *
 * Probabilities are averaged over the remaining uncertainty. For a normal of variance v around log-odds z the
 * mean is close to sigmoid(z / sqrt(1 + π v / 8)) (MacKay 1992). Measurements:
 * docs/design/decisions/ranking-model.md.
 *
 * P = people, K = dimensions of taste and appeal.
 */

import { asLogOdds, type LogOdds } from '../../contract/brands.ts';
import { dotRows } from '../../platform/numeric/vectors.ts';
import {
  type NeighbourTable,
  neighbourPoints,
  neighbourScore,
  neighboursAmong,
} from './neighbours/neighbour-table.ts';

export interface PersonEffects {
  /** Unique [P]. */
  readonly userIds: readonly string[];
  /** Log-odds [P]. */
  readonly selectivity: Float32Array;
  readonly desirability: Float32Array;
  /** Remaining uncertainty of the two effects, log-odds squared [P]. */
  readonly selectivityVariance: Float32Array;
  readonly desirabilityVariance: Float32Array;
  /** Variances of a person without an entry, log-odds squared. */
  readonly unknown: { readonly selectivity: number; readonly desirability: number };
  readonly dimension: number;
  /** [P × K], row by row. */
  readonly taste: Float32Array;
  readonly appeal: Float32Array;
  /** Neighbours by common choices; absent: none. */
  readonly neighbours?: NeighbourTable;
}

export const noPersonEffects: PersonEffects = {
  userIds: [],
  selectivity: new Float32Array(),
  desirability: new Float32Array(),
  selectivityVariance: new Float32Array(),
  desirabilityVariance: new Float32Array(),
  unknown: { selectivity: 0, desirability: 0 },
  dimension: 0,
  taste: new Float32Array(),
  appeal: new Float32Array(),
};

/**
 * Effects in the direction from `rater` to `rated`. Both are positions; -1 means a person without an entry.
 */
export function personEvidence(table: PersonEffects, rater: number, rated: number): PersonEvidence {
  return {
    selectivity: asLogOdds(rater < 0 ? 0 : table.selectivity[rater]!),
    desirability: asLogOdds(rated < 0 ? 0 : table.desirability[rated]!),
    affinity: asLogOdds(rater < 0 || rated < 0 ? 0 : affinity(table, rater, rated)),
    neighbours: asLogOdds(pointsOfNeighbours(table, rater, rated)),
    variance:
      (rater < 0 ? table.unknown.selectivity : table.selectivityVariance[rater]!) +
      (rated < 0 ? table.unknown.desirability : table.desirabilityVariance[rated]!),
  };
}

/**
 * The sum of `personEvidence`'s points but those of neighbours, and the factor of its variance, without an
 * object a pair.
 */
export function personPoints(table: PersonEffects, rater: number, rated: number): number {
  const selectivity = rater < 0 ? 0 : table.selectivity[rater]!;
  const desirability = rated < 0 ? 0 : table.desirability[rated]!;
  const points = selectivity + desirability;
  return rater < 0 || rated < 0 ? points : points + affinity(table, rater, rated);
}

export function personShrinkage(table: PersonEffects, rater: number, rated: number): number {
  const { unknown, selectivityVariance, desirabilityVariance } = table;
  return uncertaintyShrinkage(
    (rater < 0 ? unknown.selectivity : selectivityVariance[rater]!) +
      (rated < 0 ? unknown.desirability : desirabilityVariance[rated]!),
  );
}

/** Factor in (0, 1] on log-odds whose uncertainty has this variance (log-odds squared); MacKay 1992. */
export function uncertaintyShrinkage(variance: number): number {
  return 1 / Math.sqrt(1 + (Math.PI / 8) * variance);
}

export interface PersonEvidence {
  readonly selectivity: LogOdds;
  readonly desirability: LogOdds;
  readonly affinity: LogOdds;
  readonly neighbours: LogOdds;
  /** Variance of the sum, log-odds squared. */
  readonly variance: number;
}

function affinity({ dimension, taste, appeal }: PersonEffects, rater: number, rated: number): number {
  return dotRows(taste, rater * dimension, appeal, rated * dimension, dimension);
}

function pointsOfNeighbours({ neighbours }: PersonEffects, rater: number, rated: number): number {
  return neighbours === undefined ? 0 : neighbourPoints(neighbours, neighbourScore(neighbours, rater, rated));
}

/** Positions by user id. */
export function personPositions({ userIds }: PersonEffects): ReadonlyMap<string, number> {
  return new Map(userIds.map((userId, position) => [userId, position]));
}

/** The effects without those of erased people. */
export function withoutPeople(table: PersonEffects, erased: ReadonlySet<string>): PersonEffects {
  const kept = [...table.userIds.keys()].filter((position) => !erased.has(table.userIds[position]!));
  const pick = (values: Float32Array, width: number) => {
    const picked = new Float32Array(kept.length * width);
    kept.forEach((from, to) => {
      picked.set(values.subarray(from * width, (from + 1) * width), to * width);
    });
    return picked;
  };
  return {
    userIds: kept.map((position) => table.userIds[position]!),
    selectivity: pick(table.selectivity, 1),
    desirability: pick(table.desirability, 1),
    selectivityVariance: pick(table.selectivityVariance, 1),
    desirabilityVariance: pick(table.desirabilityVariance, 1),
    unknown: table.unknown,
    dimension: table.dimension,
    taste: pick(table.taste, table.dimension),
    appeal: pick(table.appeal, table.dimension),
    ...(table.neighbours !== undefined && { neighbours: neighboursAmong(table.neighbours, kept) }),
  };
}

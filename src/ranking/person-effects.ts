/**
 * What outcomes taught about single people, by user id. A judge's log-odds for somebody are the profile's, plus how
 * readily the judge says yes (selectivity), plus how readily others say yes to the judged (desirability), plus
 * judge's taste · judged's appeal. All of it is what the profile does not tell, so somebody who is not in the table
 * counts with nothing.
 *
 * What is not known of a person is not nothing, though: it varies as people vary. A probability is the mean over what
 * it may be, which for a normal of variance v around log-odds z is close to sigmoid(z / sqrt(1 + π v / 8)) (MacKay
 * 1992). So every entry has its variance, and the unknown have that of everybody; without it, scores of newcomers are
 * surer of themselves than their outcomes (speed dating, new events: calibration error 0.05 in place of 0.03).
 *
 * P = people, K = dimensions of taste and appeal.
 */

export interface PersonEffects {
  /** [P], each once. */
  readonly userIds: readonly string[];
  /** Log-odds [P]. */
  readonly selectivity: Float32Array;
  readonly desirability: Float32Array;
  /** What is still unsure of the two, log-odds squared [P]. */
  readonly selectivityVariance: Float32Array;
  readonly desirabilityVariance: Float32Array;
  /** The variances of somebody who is not in the table. */
  readonly unknown: { readonly selectivity: number; readonly desirability: number };
  readonly dimension: number;
  /** [P × K], row by row. */
  readonly taste: Float32Array;
  readonly appeal: Float32Array;
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

/** What the table adds to the log-odds with which `judge` chooses `judged`; -1 stands for somebody it does not know. */
export function personEvidence(table: PersonEffects, rater: number, rated: number): PersonEvidence {
  return {
    selectivity: rater < 0 ? 0 : table.selectivity[rater]!,
    desirability: rated < 0 ? 0 : table.desirability[rated]!,
    affinity: rater < 0 || rated < 0 ? 0 : affinity(table, rater, rated),
    variance:
      (rater < 0 ? table.unknown.selectivity : table.selectivityVariance[rater]!) +
      (rated < 0 ? table.unknown.desirability : table.desirabilityVariance[rated]!),
  };
}

/** By how much log-odds shrink when they are the mean over what is unsure. */
export function uncertaintyShrinkage(variance: number): number {
  return 1 / Math.sqrt(1 + (Math.PI / 8) * variance);
}

export interface PersonEvidence {
  readonly selectivity: number;
  readonly desirability: number;
  readonly affinity: number;
  /** Of the sum, log-odds squared. */
  readonly variance: number;
}

function affinity({ dimension, taste, appeal }: PersonEffects, rater: number, rated: number): number {
  let sum = 0;
  for (let k = 0; k < dimension; k++) sum += taste[rater * dimension + k]! * appeal[rated * dimension + k]!;
  return sum;
}

/** Positions by user id. */
export function personPositions({ userIds }: PersonEffects): ReadonlyMap<string, number> {
  return new Map(userIds.map((userId, position) => [userId, position]));
}

/** The table without these people, for when they are erased. */
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
  };
}

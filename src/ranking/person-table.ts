/**
 * What outcomes taught about single people, by user id. A judge's log-odds for somebody are the profile's, plus how
 * readily the judge says yes (selectivity), plus how readily others say yes to the judged (desirability), plus
 * judge's taste · judged's appeal. All of it is what the profile does not tell, so somebody who is not in the table
 * counts with nothing and loses nothing.
 *
 * P = people, K = dimensions of taste and appeal.
 */

export interface PersonTable {
  /** [P], each once. */
  readonly userIds: readonly string[];
  /** Log-odds [P]. */
  readonly selectivity: Float32Array;
  readonly desirability: Float32Array;
  readonly dimension: number;
  /** [P × K], row by row. */
  readonly taste: Float32Array;
  readonly appeal: Float32Array;
}

export const nobody: PersonTable = {
  userIds: [],
  selectivity: new Float32Array(),
  desirability: new Float32Array(),
  dimension: 0,
  taste: new Float32Array(),
  appeal: new Float32Array(),
};

/** What the table adds to the log-odds with which `judge` chooses `judged`; -1 stands for somebody it does not know. */
export function personEvidence(table: PersonTable, judge: number, judged: number): PersonEvidence {
  return {
    selectivity: judge < 0 ? 0 : table.selectivity[judge]!,
    desirability: judged < 0 ? 0 : table.desirability[judged]!,
    affinity: judge < 0 || judged < 0 ? 0 : affinity(table, judge, judged),
  };
}

export interface PersonEvidence {
  readonly selectivity: number;
  readonly desirability: number;
  readonly affinity: number;
}

export function affinity({ dimension, taste, appeal }: PersonTable, judge: number, judged: number): number {
  let sum = 0;
  for (let k = 0; k < dimension; k++) sum += taste[judge * dimension + k]! * appeal[judged * dimension + k]!;
  return sum;
}

/** Positions by user id. */
export function personPositions({ userIds }: PersonTable): ReadonlyMap<string, number> {
  return new Map(userIds.map((userId, position) => [userId, position]));
}

/** The table without these people, for when they are erased. */
export function withoutPeople(table: PersonTable, erased: ReadonlySet<string>): PersonTable {
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
    dimension: table.dimension,
    taste: pick(table.taste, table.dimension),
    appeal: pick(table.appeal, table.dimension),
  };
}

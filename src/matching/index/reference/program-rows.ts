/** The values of a row that the interpreter of query programs reads. */

import { norm } from '../../../platform/numeric/vectors.ts';

/** The rows that a program reads. Fields are named by their position in the definition. */
export interface ProgramRows {
  /** Fields of the definition. */
  readonly fieldCount: number;
  has(row: number, field: number): boolean;
  isComplete(row: number): boolean;
  /** 0: absent. */
  codeOf(row: number, field: number): number;
  numberOf(row: number, field: number): number | undefined;
  /** Positions of the held values, each once. */
  setOf(row: number, field: number): readonly number[];
  /** 0: no preference of the kind (`preference-kinds.ts`). */
  preferenceOf(row: number, kind: number): number;
  /** The code of the row's preferred distance from its own place; 0: none. */
  reachOf(row: number, field: number): number;
  updatedAtMs(row: number): number;
  /** Price of the row's exposure, log-odds, at least 0. */
  priceOf(row: number): number;
  /** `tieBreak` of the user id. */
  tieOf(row: number): number;
  /** The vector in half steps [D]; null without a vector of the group, and for the zero vector. */
  vectorOf(row: number, group: number): Int16Array | null;
}

/** A code that was given after the program was compiled reads as entry 0. */
export function codeWithin(rows: ProgramRows, row: number, field: number, limit: number): number {
  const code = rows.codeOf(row, field);
  return code < limit ? code : 0;
}

export function countShared(held: readonly number[], mask: Uint32Array): number {
  return held.filter((value) => (((mask[value >>> 5] ?? 0) >>> (value & 31)) & 1) === 1).length;
}

/**
 * Hamming distance of the row's sign code to `code`, whose bits beyond the vector are 0; null without a
 * vector.
 */
export function signDistance(
  rows: ProgramRows,
  row: number,
  group: number,
  code: Uint32Array,
): number | null {
  const vector = rows.vectorOf(row, group);
  if (vector === null) return null;
  let distance = 0;
  for (let bit = 0; bit < 32 * code.length; bit++) {
    const own = (vector[bit] ?? 0) > 0 ? 1 : 0;
    distance += own ^ ((code[bit >>> 5]! >>> (bit & 31)) & 1);
  }
  return distance;
}

/**
 * Cosine in [-1, 1] of the query [D] with a vector in half steps, rounded to f32; NaN where either is the
 * zero vector. The four partial sums are added in the kernels' order, so that both give the same bits.
 */
export function cosineOfVector(vector: Int16Array, query: Float32Array): number {
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  const length = norm(query);
  if (squares === 0 || !Number.isFinite(1 / length)) return Number.NaN;
  const sums = [0, 0, 0, 0];
  const whole = query.length - (query.length % 4);
  for (let d = 0; d < query.length; d++) sums[d < whole ? d % 4 : 0]! += vector[d]! * query[d]!;
  const dot = sums[0]! + sums[1]! + (sums[2]! + sums[3]!);
  const cosine = dot * (1 / Math.sqrt(squares)) * (1 / length);
  return Math.fround(Math.max(-1, Math.min(1, cosine)));
}

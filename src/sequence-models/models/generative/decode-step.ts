/**
 * One more code for every path that is followed: what a search asks of a decoder. R rows, K codes of a step.
 */

interface FollowedPaths {
  /** Whose state each row starts from [R]. */
  readonly histories: Int32Array;
  /** The codes said so far, by step [R]. */
  readonly prefixes: readonly Int32Array[];
}

export interface Decoder {
  /** Codes by step; a number beyond counts as the last. */
  readonly sizes: readonly number[];
  /** Logits of the step's codes, row-major [R × K]. */
  step(step: number, paths: FollowedPaths): Promise<Float32Array>;
}

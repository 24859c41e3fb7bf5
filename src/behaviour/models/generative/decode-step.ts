/** One more code for every path that is followed: what a search asks of a decoder. R rows, K codes of a step. */

interface FollowedPaths {
  /** Whose state each row starts from [R]. */
  readonly histories: Int32Array;
  /** The codes said so far, by step [R]. */
  readonly prefixes: readonly Int32Array[];
}

/** Logits of the step's codes, row-major [R × K]. */
export type DecodeStep = (step: number, paths: FollowedPaths) => Promise<Float32Array>;

/** log Σ exp of the logits at these codes; a code beyond the last counts as the last. */
export function logSumOf(logits: Float32Array, codes: Uint32Array, from: number, to: number): number {
  const last = logits.length - 1;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = from; at < to; at++) most = Math.max(most, logits[Math.min(codes[at]!, last)]!);
  let sum = 0;
  for (let at = from; at < to; at++) sum += Math.exp(logits[Math.min(codes[at]!, last)]! - most);
  return most + Math.log(sum);
}

/**
 * The interface of the decoder to a search: scores the next code of every path. R rows (paths), K codes of a
 * step.
 */

interface DecoderRows {
  /** The history of each row, whose state the decoder reads [R]. */
  readonly histories: Int32Array;
  /** By earlier step: the code of each row [R]. */
  readonly prefixes: readonly Int32Array[];
}

export interface Decoder {
  /** K of each step; a code ≥ K counts as the last one. */
  readonly sizes: readonly number[];
  /** The logits of the step's codes, row-major [R × K]. */
  step(step: number, rows: DecoderRows): Promise<Float32Array>;
}

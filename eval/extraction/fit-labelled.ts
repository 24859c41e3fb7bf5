/** Ridge-penalised logistic regression over labelled rows of features. */
import { fitLogistic } from '../../src/platform/numeric/fit-logistic.ts';
import type { SparseRowsBuilder } from '../../src/platform/numeric/sparse-rows.ts';

export interface LabelledRow {
  readonly isRight: boolean;
  /** Default 1. */
  readonly weight?: number;
}

/**
 * Log-odds by column. `rows`: in the order of the builder's. `precision`: the penalty of each column. `offsetOf`:
 * log-odds that a row begins with; default 0.
 */
export function fitLabelled<Row extends LabelledRow>(
  builder: SparseRowsBuilder,
  rows: readonly Row[],
  precision: Float64Array,
  offsetOf: (row: Row) => number = () => 0,
): Float64Array {
  return fitLogistic({
    x: builder.build(),
    rows: Uint32Array.from(rows.keys()),
    labels: Uint8Array.from(rows, ({ isRight }) => (isRight ? 1 : 0)),
    weights: Float64Array.from(rows, ({ weight = 1 }) => weight),
    offsets: Float64Array.from(rows, offsetOf),
    precision,
    stiff: [],
  }).theta;
}

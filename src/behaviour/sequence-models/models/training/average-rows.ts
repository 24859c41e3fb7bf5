/**
 * The moving average of a sparse table. A step changes a few rows, and the average of any other row only
 * approaches a value that stays the same. A row therefore catches up with all updates at once, before a step
 * changes it and when the averages are read. At a million rows a pass over all of them would cost more than
 * the step itself.
 *
 * Rates are r₁ … r_U, and a value x stays the same since update k. The average a then becomes
 * x + (a − x) · Π from k + 1 to U of (1 − r).
 *
 * R rows, D width.
 */
export interface AveragedRows {
  /** Averages; some rows lag behind [R × D]. */
  readonly values: Float32Array;
  /** How many updates each row has had; whole numbers, so exact below 2^24 [R]. */
  readonly updates: Float32Array;
  /** Brings these rows up to update U with their current values [R × D]; all rows if none are named. */
  catchUp(U: number, current: Float32Array, rows?: Iterable<number>): void;
}

/** `initial`: the values before the first update; `rateOf`: the rate of update u, from 1, in (0, 1]. */
export function averageRows(initial: Float32Array, R: number, rateOf: (u: number) => number): AveragedRows {
  const D = initial.length / R;
  const values = initial.slice();
  const updates = new Float32Array(R);
  /** By U: Σ from 2 to U of log(1 − r). The first rate is 1: nothing is kept of the initial values. */
  const logKept = [0, 0];
  const kept = (from: number, to: number) => {
    if (from === 0) return 0;
    for (let u = logKept.length; u <= to; u++) logKept.push(logKept[u - 1]! + Math.log1p(-rateOf(u)));
    return Math.exp(logKept[to]! - logKept[from]!);
  };
  const one = (row: number, U: number, current: Float32Array) => {
    const from = updates[row]!;
    if (from === U) return;
    const share = kept(from, U);
    for (let at = row * D; at < (row + 1) * D; at++)
      values[at] = current[at]! + share * (values[at]! - current[at]!);
    updates[row] = U;
  };
  return {
    values,
    updates,
    catchUp: (U, current, rows) => {
      if (rows !== undefined) for (const row of rows) one(row, U, current);
      else for (let row = 0; row < R; row++) one(row, U, current);
    },
  };
}

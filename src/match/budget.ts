/** The latency budget of one match, counted from its arrival (waiting for a place included). */
export interface Budget {
  /** True once nothing is left; never, where no budget was given. */
  spent(): boolean;
  /** ms; Infinity where no budget was given, never below 0. */
  leftMs(): number;
}

/** `monotonicMs`: a clock that never jumps. */
export function startBudget(
  budgetMs: number | undefined,
  arrivedAtMs: number,
  monotonicMs: () => number,
): Budget {
  const leftMs = () =>
    budgetMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, budgetMs - (monotonicMs() - arrivedAtMs));
  return { spent: () => leftMs() === 0, leftMs };
}

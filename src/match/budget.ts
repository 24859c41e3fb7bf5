/** The latency budget of one match, counted from its arrival (waiting for a place included). */
export interface Budget {
  /** True once nothing is left; never, where no budget was given. */
  spent(): boolean;
}

/** `monotonicMs`: a clock that never jumps. */
export function startBudget(
  budgetMs: number | undefined,
  arrivedAtMs: number,
  monotonicMs: () => number,
): Budget {
  return { spent: () => budgetMs !== undefined && monotonicMs() - arrivedAtMs >= budgetMs };
}

/** The latency budget of one match, counted from its arrival (waiting for a slot included). */
export interface Budget {
  /** True once nothing is left. Always false if the request set no budget. */
  spent(): boolean;
  /** Milliseconds, at least 0. Infinity if the request set no budget. */
  leftMs(): number;
}

/** `monotonicMs`: a monotonic clock. */
export function startBudget(
  budgetMs: number | undefined,
  arrivedAtMs: number,
  monotonicMs: () => number,
): Budget {
  const leftMs = () =>
    budgetMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, budgetMs - (monotonicMs() - arrivedAtMs));
  return { spent: () => leftMs() === 0, leftMs };
}

/**
 * The wait of a request that arrives at a random moment of the turns: the rest of its turn. It is longer than
 * `w` with the probability Σ max(0, turn - w) / Σ turn.
 */

/** The wait that a share of the arrivals, such as .99, does not exceed. */
export function quantileOfWaits(turns: readonly number[], share: number): number {
  const total = turns.reduce((sum, turn) => sum + turn, 0);
  const descending = turns.toSorted((a, b) => b - a);
  // Between two lengths of turns the probability is linear in the wait.
  let sum = 0;
  for (let n = 0; n < descending.length; n++) {
    sum += descending[n]!;
    const wait = (sum - (1 - share) * total) / (n + 1);
    if (wait >= (descending[n + 1] ?? 0)) return Math.max(0, wait);
  }
  return 0;
}

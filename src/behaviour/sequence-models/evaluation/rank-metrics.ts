/**
 * Metrics of the rank of a single target: recall@k (equal to the hit rate), nDCG@k, and the reciprocal rank.
 * Ranks begin at 1 and may be halves; Infinity is a miss at every k.
 *
 * A rank below k + 1 is among the first k, so the half rank 10.5 (tied at positions 10 and 11) is a hit at
 * 10. Published figures of baselines use the same rule (docs/design/decisions/sequence-models.md).
 *
 * N cases.
 */

/** 1 if the target is among the first k, else 0 [N]. */
export function recallAt(ranks: Float64Array, k: number): Float64Array {
  return ranks.map((rank) => Number(rank < k + 1));
}

/** 1 / log₂(1 + rank) if the target is among the first k, else 0 [N]; the ideal DCG is 1. */
export function ndcgAt(ranks: Float64Array, k: number): Float64Array {
  return ranks.map((rank) => (rank < k + 1 ? 1 / Math.log2(1 + rank) : 0));
}

/** 1 / rank; 0 for Infinity [N]. */
export function reciprocal(ranks: Float64Array): Float64Array {
  return ranks.map((rank) => 1 / rank);
}

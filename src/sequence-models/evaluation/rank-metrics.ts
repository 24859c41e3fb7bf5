/**
 * Metrics of a rank with one target: R@k = HR@k, N@k, MRR. Ranks begin at 1 and may be halves; Infinity is
 * never hit.
 *
 * A rank below k + 1 is among the first k, so the half rank 10.5 (tied at positions 10 and 11) is a hit at
 * 10. Published figures of baselines use the same rule (docs/design/decisions/sequence-models.md).
 */

/** 1 where the target is among the first k, else 0 (recall@k and hit rate@k are the same with one target). */
export function recallAt(ranks: Float64Array, k: number): Float64Array {
  return ranks.map((rank) => Number(rank < k + 1));
}

/** 1 / log₂(1 + rank) where the target is among the first k, else 0: the best that can be is 1. */
export function ndcgAt(ranks: Float64Array, k: number): Float64Array {
  return ranks.map((rank) => (rank < k + 1 ? 1 / Math.log2(1 + rank) : 0));
}

/** 1 / rank. */
export function reciprocal(ranks: Float64Array): Float64Array {
  return ranks.map((rank) => 1 / rank);
}

/**
 * Metrics of a rank where there is one target: R@k = HR@k, N@k, MRR. Ranks from 1, in halves; Infinity is
 * never hit.
 *
 * Among the first k is a rank below k + 1, so the half rank 10.5 (tied at the 10th and 11th place) is a hit
 * at 10: the rule of the figures that baselines are compared with. It matters where few scores differ:
 * popularity on Amazon Beauty has R@10 .0120 so and .0110 if 10.5 is a miss.
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

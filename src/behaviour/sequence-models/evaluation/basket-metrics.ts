/**
 * Metrics of the ranks of a basket of targets: recall@k is the share of its items among the first k, nDCG@k divides
 * by the gain of the best order, and the reciprocal rank is that of the item that ranks highest (Hu, He, Gao and
 * Zhang, SIGIR 2020). Of a basket of one item they are those of a single target.
 *
 * N cases, of which each is an item of a basket; B baskets.
 */
import { ndcgAt, recallAt, reciprocal } from './rank-metrics.ts';

export interface RankMeasures {
  /** [B] */
  recall(ranks: Float64Array, k: number): Float64Array;
  ndcg(ranks: Float64Array, k: number): Float64Array;
  reciprocal(ranks: Float64Array): Float64Array;
}

/** `starts`: where each basket begins among the cases, and N [B + 1]. */
export function basketMetrics(starts: Uint32Array): RankMeasures {
  const over = (values: Float64Array, reduce: (own: Float64Array) => number) =>
    Float64Array.from({ length: starts.length - 1 }, (_, basket) =>
      reduce(values.subarray(starts[basket], starts[basket + 1])),
    );
  return {
    recall: (ranks, k) => over(recallAt(ranks, k), (own) => sum(own) / own.length),
    ndcg: (ranks, k) => over(ndcgAt(ranks, k), (own) => sum(own) / idealGain(Math.min(k, own.length))),
    reciprocal: (ranks) => over(reciprocal(ranks), (own) => Math.max(...own)),
  };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function idealGain(items: number): number {
  let gain = 0;
  for (let rank = 1; rank <= items; rank++) gain += 1 / Math.log2(1 + rank);
  return gain;
}

/** Log loss: −ln of the probability given to the outcome, in nats; lower is better. */
import type { ScoredLabels } from './area-under-curve.ts';
import type { Statistic } from './cluster-bootstrap.ts';
import { meanByCluster } from './mean-by-cluster.ts';

/** Distance of clamped probabilities from 0 and 1: one certain mistake costs 13.8 nats, not infinity. */
export const PROBABILITY_MARGIN = 1e-6;

export function logLoss({ scores, labels, weights, clusters }: ScoredLabels): Statistic {
  return meanByCluster(pairLosses(scores, labels), weights, clusters);
}

/** The loss of each pair [N]. */
export function pairLosses(probabilities: Float64Array, labels: Uint8Array): Float64Array {
  return probabilities.map((probability, n) => {
    const kept = Math.min(1 - PROBABILITY_MARGIN, Math.max(PROBABILITY_MARGIN, probability));
    return -Math.log(labels[n] === 1 ? kept : 1 - kept);
  });
}

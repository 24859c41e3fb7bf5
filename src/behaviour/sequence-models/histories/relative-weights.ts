/**
 * The weights of events for parts that count: popularity, neighbours, EASE and a Markov chain. They are divided by
 * their mean, so that the counts of a dataset keep their sum. Constants of these parts, such as the ridge of EASE,
 * then mean the same for every scale of declared weights, and one weight for all kinds is like no weights.
 *
 * E events.
 */
import type { Histories } from './histories.ts';

type Weighted = Pick<Histories, 'weights'>;

/** At least 0; 0: the item was turned down [E]. null: all events count 1. */
export function relativeWeights({ weights }: Weighted): Float64Array | null {
  if (weights === undefined) return null;
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const mean = sum > 0 ? sum / weights.length : 1;
  return Float64Array.from(weights, (weight) => weight / mean);
}

/** The least weight above 0; 1: there is none, or events have no weights. */
export function leastWeight(weights: ArrayLike<number> | null | undefined): number {
  if (weights == null) return 1;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < weights.length; at++) if (weights[at]! > 0) least = Math.min(least, weights[at]!);
  return least === Number.POSITIVE_INFINITY ? 1 : least;
}

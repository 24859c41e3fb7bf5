/** From log-odds to scores, and from two directions to one. */
import type { Aggregation } from '../../domains/definition.ts';

/** 1 / (1 + e^-x): in [0, 1], finite for every finite x. */
export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/**
 * One score of two directions. `product`: both want it, if they decide apart; `harmonic` and `min` keep the scale of
 * one direction and punish one-sidedness; `off` is the seeker's view alone.
 */
export function aggregate(aggregation: Aggregation, forward: number, backward: number): number {
  switch (aggregation) {
    case 'product':
      return forward * backward;
    case 'harmonic':
      return forward + backward === 0 ? 0 : (2 * forward * backward) / (forward + backward);
    case 'min':
      return Math.min(forward, backward);
    case 'off':
      return forward;
    default:
      return aggregation satisfies never;
  }
}

/** Evidence from a cosine, as `domains/scorecard.ts` has it; 0 at the centre and where there is no cosine (NaN). */
export function cosineEvidence(prior: CosinePrior, cosine: number): number {
  if (Number.isNaN(cosine)) return 0;
  const weight = cosine < prior.centre ? prior.weight_against : prior.weight;
  return weight * Math.tanh(prior.slope * (cosine - prior.centre));
}

export interface CosinePrior {
  readonly weight: number;
  readonly weight_against: number;
  readonly centre: number;
  readonly slope: number;
}

/** Two directions to one score, and the evidence of a cosine. */
import type { Aggregation } from '../../domains/definition.ts';

/**
 * Aggregates two directions into one score. `product`: probability that both choose, assuming independence.
 * `harmonic` and `min` keep the scale of one direction and penalise one-sided pairs. `off`: the seeker's
 * direction alone.
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

/** Log-odds from a cosine (defined in `domains/scorecard.ts`); 0 at the centre and for NaN (no cosine). */
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

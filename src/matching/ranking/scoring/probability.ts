/** Log-odds to probability, and two directions to one score. */
import { asLogOdds, type LogOdds, type Probability } from '../../../contract/brands.ts';
import type { Aggregation } from '../../../domains/definition.ts';
import { logit, sigmoid } from '../../../platform/numeric/logistic.ts';

export function probabilityOf(logOdds: LogOdds): Probability {
  return sigmoid(logOdds) as Probability;
}

/** −∞ for 0 and ∞ for 1. */
export function logOddsOf(probability: Probability): LogOdds {
  return asLogOdds(logit(probability));
}

/** The log-odds after more evidence. */
export function addLogOdds(logOdds: LogOdds, evidence: LogOdds): LogOdds {
  return asLogOdds(logOdds + evidence);
}

/**
 * Aggregates two directions into one score. `product`: probability that both choose, assuming independence.
 * `harmonic` and `min` keep the scale of one direction and penalise one-sided pairs. `off`: the seeker's
 * direction alone.
 */
export function aggregate(
  aggregation: Aggregation,
  forward: Probability,
  backward: Probability,
): Probability {
  return aggregated(aggregation, forward, backward) as Probability;
}

function aggregated(aggregation: Aggregation, forward: number, backward: number): number {
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
export function cosineEvidence(prior: CosinePrior, cosine: number): LogOdds {
  if (Number.isNaN(cosine)) return asLogOdds(0);
  const weight = cosine < prior.centre ? prior.weight_against : prior.weight;
  return asLogOdds(weight * Math.tanh(prior.slope * (cosine - prior.centre)));
}

export interface CosinePrior {
  readonly weight: number;
  readonly weight_against: number;
  readonly centre: number;
  readonly slope: number;
}

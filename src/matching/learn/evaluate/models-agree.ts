/**
 * Compares the refitted model with the one that was validated in its place. Both were fitted by the same code
 * from the same start, the refitted one on all outcomes. So their scores should go together. Where they do
 * not, the validation says nothing about the refitted model.
 */
import { logit } from '../../../platform/numeric/logistic.ts';
import { mean, standardDeviation } from '../../../platform/numeric/statistics.ts';
import { PROBABILITY_MARGIN } from './log-loss.ts';

/** Bounds of agreement. Models of true labels were well within them: docs/design/deployment-gate.md. */
const LEAST_CORRELATION = { held_out: 0.6, fitted: 0.75 } as const;
/** Mean distance of the log-odds: this, or half of their own spread where that is more. */
const MOST_DISTANCE = 0.9;
const MOST_DISTANCE_OF_SPREAD = 0.5;

export interface Agreement {
  /** Spearman's rank correlation of the scores; 1 where both are constant, 0 where one is. */
  readonly rank_correlation: number;
  /** Mean absolute difference of the log-odds. */
  readonly mean_difference: number;
  /** Standard deviation of the validated model's log-odds. */
  readonly spread: number;
}

/** Probabilities by each model for the same pairs [N]; agreement is perfect for no pairs. */
export function agreementOf(validated: Float64Array, refitted: Float64Array): Agreement {
  if (validated.length === 0) return { rank_correlation: 1, mean_difference: 0, spread: 0 };
  const own = validated.map(logOdds);
  const distances = own.map((x, n) => Math.abs(x - logOdds(refitted[n]!)));
  return {
    rank_correlation: correlation(ranks(validated), ranks(refitted)),
    mean_difference: mean(distances),
    spread: standardDeviation(own),
  };
}

/** `side`: the pairs that were compared; on held-out ones only one of the models has seen the labels. */
export function modelsAgree(
  { rank_correlation, mean_difference, spread }: Agreement,
  side: keyof typeof LEAST_CORRELATION,
): boolean {
  const mostDistance = Math.max(MOST_DISTANCE, MOST_DISTANCE_OF_SPREAD * spread);
  return rank_correlation >= LEAST_CORRELATION[side] && mean_difference <= mostDistance;
}

function logOdds(probability: number): number {
  return logit(Math.min(1 - PROBABILITY_MARGIN, Math.max(PROBABILITY_MARGIN, probability)));
}

/** Ties share their mean rank. */
function ranks(scores: Float64Array): Float64Array {
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[a]! - scores[b]!);
  const found = new Float64Array(scores.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && scores[order[to]!] === scores[order[from]!]) to++;
    for (const row of order.subarray(from, to)) found[row] = (from + to - 1) / 2;
    from = to;
  }
  return found;
}

function correlation(a: Float64Array, b: Float64Array): number {
  const middle = (a.length - 1) / 2;
  let [both, ofA, ofB] = [0, 0, 0];
  for (let n = 0; n < a.length; n++) {
    both += (a[n]! - middle) * (b[n]! - middle);
    ofA += (a[n]! - middle) ** 2;
    ofB += (b[n]! - middle) ** 2;
  }
  if (ofA === 0 || ofB === 0) return ofA === ofB ? 1 : 0;
  return both / Math.sqrt(ofA * ofB);
}

/**
 * Compares the refitted head with the one that was judged in its place. Both were fitted by the same code from
 * the same start, the refitted one on all outcomes. So their scores should go together; where they do not,
 * what the judge found says nothing of the refitted head.
 */
import { logit } from '../../numeric/logistic.ts';
import { PROBABILITY_MARGIN } from './log-loss.ts';

/** Spearman's rank correlation below which the heads are different … */
const LEAST_CORRELATION = 0.6;
/** … and the mean distance of their log-odds above which they are. Measured: docs/design/deployment-gate.md. */
const MOST_DISTANCE = 1;

export interface Agreement {
  /** Spearman's rank correlation of the scores; 1 where both are constant, 0 where one is. */
  readonly rank_correlation: number;
  /** Mean absolute difference of the log-odds. */
  readonly mean_difference: number;
}

/** Probabilities by each head for the same pairs [N]; both are perfect for no pairs. */
export function agreementOf(judged: Float64Array, refitted: Float64Array): Agreement {
  const distances = judged.map((probability, n) => Math.abs(logOdds(probability) - logOdds(refitted[n]!)));
  return {
    rank_correlation: correlation(ranks(judged), ranks(refitted)),
    mean_difference: distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, judged.length),
  };
}

export function headsAgree({ rank_correlation, mean_difference }: Agreement): boolean {
  return rank_correlation >= LEAST_CORRELATION && mean_difference <= MOST_DISTANCE;
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

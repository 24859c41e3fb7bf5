/**
 * From the sums of both directions to one score, as in `probability.ts` of ranking; a test there compares the
 * two.
 */
import { logit, sigmoid } from '../../../platform/numeric/logistic.ts';
import type { Scoring } from '../query-program.ts';

type Aggregation = Scoring['aggregation'];

export function scoreOf(aggregation: Aggregation, forward: number, backward: number): number {
  const there = sigmoid(forward);
  if (aggregation === 'off') return there;
  const back = sigmoid(backward);
  if (aggregation === 'product') return there * back;
  if (aggregation === 'min') return Math.min(there, back);
  return there + back === 0 ? 0 : (2 * there * back) / (there + back);
}

/**
 * The score by which rows are ordered where exposure has prices: its log-odds less the price, which is at
 * least 0 (log-odds). The odds of the pair are divided by e^price. Never above `score`, save for rounding.
 */
export function pricedScore(score: number, price: number): number {
  return price === 0 ? score : score / (score + (1 - score) * Math.exp(price));
}

/** The log-odds that one direction needs for a score of at least `score` in (0, 1) to be possible. */
export function oddsFor(aggregation: Aggregation, score: number): number {
  // A harmonic mean is below twice the lesser, a product below the lesser.
  const lesser = aggregation === 'harmonic' ? score / 2 : score;
  return logit(lesser) - 1e-9;
}

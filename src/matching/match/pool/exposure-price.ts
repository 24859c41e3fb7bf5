/**
 * The price of exposure as a column of the pool, and the order that follows from it. Prices change the order
 * and the cuts, never a score. Scores stay probabilities, and `min_score` applies to them.
 */
import { rowNumber } from '../../../contract/brands.ts';
import { pricedScore } from '../../index/program/final-score.ts';
import type { MatchInput } from '../stage.ts';
import { column } from './column.ts';
import type { Pool } from './pool.ts';

/** Log-odds by row [N], at least 0; read once a match, so that all its stages order alike. */
export const exposurePrice = column<Float64Array>('exposure_price', (prices, rows) => rows.numbers(prices));

/** The pool with the prices of its rows; the same pool where it has them, or exposure has no price. */
export function withPrices(pool: Pool, { plan, index }: Pick<MatchInput, 'plan' | 'index'>): Pool {
  if (plan.fairExposure === null || pool.held !== null || pool.read(exposurePrice) !== null) return pool;
  const prices = new Float64Array(pool.rows.length);
  for (let n = 0; n < prices.length; n++) prices[n] = index.priceOf(rowNumber(pool.rows[n]!));
  return pool.with(exposurePrice, prices);
}

/** The numbers that order the candidates: scores [N], less the prices where the pool has them. */
export function lessPrices(scores: Float64Array, pool: Pool): Float64Array {
  const prices = pool.read(exposurePrice);
  if (prices === null) return scores;
  const order = scores.slice();
  for (let n = 0; n < order.length; n++) {
    const price = prices[n]!;
    if (price > 0) order[n] = pricedScore(order[n]!, price);
  }
  return order;
}

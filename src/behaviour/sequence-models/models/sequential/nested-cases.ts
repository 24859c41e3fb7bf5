/**
 * Divides validation cases by person: one half stops the training, the other chooses the blend and the scale of
 * the scores. The weights that are best on the first half look too good on it, and a blend chosen there would
 * trust the network too much.
 */
import { randomOrder } from '../../../../platform/numeric/random-streams.ts';
import { sampleCases } from '../../evaluation/sample-cases.ts';
import { basketStarts, casesOfBaskets, meanBasketSize } from '../../splits/baskets.ts';
import type { Cases } from '../../splits/split.ts';

export interface NestedCases {
  readonly stopping: Cases;
  readonly choosing: Cases;
}

/** The most cases to choose by: more no longer change the weights. Each item of a basket is one. */
const MOST_CHOOSING = 1500;

/** Each person has one case, or the cases of one basket. */
export function nestedCases(cases: Cases, seed: number): NestedCases {
  const starts = basketStarts(cases);
  const order = randomOrder(seed, 'nested cases', starts.length - 1);
  const some = (which: Int32Array) => casesOfBaskets(cases, starts, which.slice().sort());
  const half = Math.ceil(order.length / 2);
  const others = some(order.subarray(half));
  return {
    stopping: some(order.subarray(0, half)),
    choosing: sampleCases(others, Math.ceil(MOST_CHOOSING / meanBasketSize(others)), seed),
  };
}

/**
 * Divides validation cases by person: one half stops the training, the other chooses the blend and the scale of
 * the scores. The weights that are best on the first half look too good on it, and a blend chosen there would
 * trust the network too much.
 */
import { randomOrder } from '../../../../platform/numeric/random-streams.ts';
import { sampleCases } from '../../evaluation/sample-cases.ts';
import { type Cases, caseCount } from '../../splits/split.ts';

export interface NestedCases {
  readonly stopping: Cases;
  readonly choosing: Cases;
}

/** The most cases to choose by: more no longer change the weights. */
const MOST_CHOOSING = 1500;

/** Each person has one case. */
export function nestedCases(cases: Cases, seed: number): NestedCases {
  const order = randomOrder(seed, 'nested cases', caseCount(cases));
  const half = Math.ceil(order.length / 2);
  return {
    stopping: some(cases, order.subarray(0, half)),
    choosing: sampleCases(some(cases, order.subarray(half)), MOST_CHOOSING, seed),
  };
}

function some({ histories, people, ends, targets }: Cases, which: Int32Array): Cases {
  const kept = which.slice().sort();
  const take = (column: Uint32Array) => Uint32Array.from(kept, (at) => column[at]!);
  return { histories, people: take(people), ends: take(ends), targets: take(targets) };
}

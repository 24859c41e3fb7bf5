/**
 * The least weight of an event that a model is evaluated by. Where kinds of events weigh differently, the
 * targets are the events of the greatest weight, such as purchases among views. Otherwise every event may be a
 * target.
 */
import type { Histories } from '../histories/histories.ts';

/** Fewer people cannot tell two models apart. With fewer, every event that counts is a target. */
const MIN_PEOPLE = 30;
/** Events before a target of leave-one-out. */
const MIN_EARLIER = 2;

/** Above 0; 0: the events are not weighted. */
export function targetWeight({ offsets, weights }: Histories): number {
  if (weights === undefined) return 0;
  const greatest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  let people = 0;
  for (let person = 0; person + 1 < offsets.length; person++) {
    const span = weights.subarray(offsets[person]! + MIN_EARLIER, offsets[person + 1]);
    if (span.includes(greatest)) people++;
  }
  return people >= MIN_PEOPLE ? greatest : Number.MIN_VALUE;
}

/** Whether the event may be a target. */
export function isTarget({ weights }: Pick<Histories, 'weights'>, at: number, least: number): boolean {
  return weights === undefined || weights[at]! >= least;
}

/**
 * The least weight of an event that a model is evaluated by. Where kinds of events weigh differently, the
 * targets are the events of the greatest weight, such as purchases among views. Otherwise every event may be a
 * target.
 */
import type { Histories } from '../histories/histories.ts';

/** Fewer people cannot tell two models apart. With fewer, every event that counts is a target. */
const MIN_PEOPLE = 30;
/** Events of a person that are left to learn from: an item, and one that follows it. */
const MIN_LEARNED = 2;
/**
 * Below every weight that a dataset may declare. `Number.MIN_VALUE` is no such number: ONNX Runtime makes a thread
 * take denormal numbers for 0, and rejected items, of weight 0, would be targets.
 */
export const LEAST_TARGET_WEIGHT = 1e-9;

/** Above 0; 0: the events are not weighted. */
export function targetWeight({ offsets, weights }: Histories): number {
  if (weights === undefined) return 0;
  const greatest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  let people = 0;
  for (let person = 0; person + 1 < offsets.length; person++) {
    const span = weights.subarray(offsets[person], offsets[person + 1]);
    if (learnedEvents(span, greatest) >= MIN_LEARNED) people++;
  }
  return people >= MIN_PEOPLE && greatest > 0 ? greatest : LEAST_TARGET_WEIGHT;
}

/** How many events lie before the targets of the test and the validation; 0: there is no target. */
function learnedEvents(weights: Float32Array, greatest: number): number {
  const test = weights.lastIndexOf(greatest);
  if (test <= 0) return 0;
  const validation = weights.lastIndexOf(greatest, test - 1);
  return validation <= 0 ? test : validation;
}

/** Whether the event may be a target. */
export function isTarget({ weights }: Pick<Histories, 'weights'>, at: number, least: number): boolean {
  return weights === undefined || weights[at]! >= least;
}

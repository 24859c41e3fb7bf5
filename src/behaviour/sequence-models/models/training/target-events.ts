/**
 * The event that each event of a history is to predict: the next one. Of baskets it is one of the next basket,
 * never one of the same. The first event of a basket predicts some event of the next one, the second event the
 * event after it, and so on, around the basket; which one is first is drawn for every step. Each event of a
 * basket is read with those before it alone, so that a target is learned from whole and from partial baskets.
 *
 * E events.
 */
import { randomUniform } from '../../../../platform/numeric/random-streams.ts';
import type { Histories } from '../../histories/histories.ts';

export const NO_TARGET = 0xffff_ffff;

/** Position of the target of the event at `at`, in a history in which it is not the last; or NO_TARGET. */
export type TargetOf = (at: number) => number;

export const nextEvent: TargetOf = (at) => at + 1;

export interface BasketTargets {
  /** Where the next basket of the person begins; NO_TARGET in the last one [E]. */
  readonly next: Uint32Array;
  /** Where the own basket begins [E]. */
  readonly own: Uint32Array;
  /** Where the own basket ends [E]. */
  readonly ends: Uint32Array;
}

/** null: the histories have no baskets. */
export function basketTargets({ offsets, baskets }: Histories): BasketTargets | null {
  if (baskets === undefined) return null;
  const E = baskets.length;
  const [next, own, ends] = [new Uint32Array(E), new Uint32Array(E), new Uint32Array(E)];
  for (let person = 0; person + 1 < offsets.length; person++) {
    const last = offsets[person + 1]!;
    for (let start = offsets[person]!; start < last; ) {
      let end = start + 1;
      while (end < last && baskets[end] === baskets[start]) end++;
      own.fill(start, start, end);
      ends.fill(end, start, end);
      next.fill(end < last ? end : NO_TARGET, start, end);
      start = end;
    }
  }
  return { next, own, ends };
}

/** The windows that have an event with a target: of baskets, those that do not lie in the last one alone. */
export function withTargets<Read extends { readonly start: number; readonly firstTarget?: number }>(
  windows: readonly Read[],
  baskets: BasketTargets | null,
): readonly Read[] {
  if (baskets === null) return windows;
  return windows.filter(({ start, firstTarget = start + 1 }) => {
    return baskets.next[Math.max(start, firstTarget - 1)] !== NO_TARGET;
  });
}

/** `step`: the step within the run, on which the draw depends. */
export function targetsAt(baskets: BasketTargets | null, seed: number, step: number): TargetOf {
  if (baskets === null) return nextEvent;
  const { next, own, ends } = baskets;
  const [turn] = randomUniform(seed, `baskets ${step}`, 1);
  return (at) => {
    const start = next[at]!;
    if (start === NO_TARGET) return NO_TARGET;
    const size = ends[start]! - start;
    return start + ((at - own[at]! + Math.floor(turn! * size)) % size);
  };
}

/**
 * What is learned from, what choices are made on, what is judged on. A split is made once and carried
 * everywhere; a model that is judged sees `train` and, case by case, a history that ends before the target.
 */
import type { Histories } from '../histories/histories.ts';

/**
 * One question each: after this history, which item came next? N cases; the history may be longer than
 * `train`'s.
 */
export interface Cases {
  readonly histories: Histories;
  /** Person numbers [N]. */
  readonly people: Uint32Array;
  /** Where the history stops, as a position in `histories.items` [N]; it begins at the person's offset. */
  readonly ends: Uint32Array;
  /** Positions of the targets in `histories.items` [N], none before its history's end. */
  readonly targets: Uint32Array;
}

export interface Split {
  readonly kind: 'leave-one-out' | 'temporal';
  readonly train: Histories;
  readonly test: Cases;
  /**
   * For choosing settings and stopping early: none of its targets is a target of `test`, or comes after one.
   */
  readonly validation: { readonly train: Histories; readonly cases: Cases };
  /** Temporal: what came before `testFromMs` is learned from; epoch milliseconds. Null in leave-one-out. */
  readonly points: { readonly validationFromMs: number; readonly testFromMs: number } | null;
}

export function caseCount({ people }: Cases): number {
  return people.length;
}

export function targetItem({ histories, targets }: Cases, which: number): number {
  return histories.items[targets[which]!]!;
}

/**
 * A split of histories into training, validation and test data. A model under evaluation sees `train` and,
 * for each case, a history that ends before the target.
 */
import type { Histories } from '../histories/histories.ts';

/** Cases: which item follows this history? N cases; a history may be longer than `train`'s. */
export interface Cases {
  readonly histories: Histories;
  /** Person numbers [N]. */
  readonly people: Uint32Array;
  /** The position in `histories.items` at which the history ends [N]; it begins at the person's offset. */
  readonly ends: Uint32Array;
  /** Positions of the targets in `histories.items` [N], none before its history's end. */
  readonly targets: Uint32Array;
}

export interface Split {
  readonly kind: 'leave-one-out' | 'temporal';
  readonly train: Histories;
  readonly test: Cases;
  /** For model selection and early stopping: no validation target is a test target or comes after one. */
  readonly validation: { readonly train: Histories; readonly cases: Cases };
  /**
   * Temporal split: events before `testFromMs` are training data, epoch milliseconds. Null for leave-one-out.
   */
  readonly points: { readonly validationFromMs: number; readonly testFromMs: number } | null;
}

export function caseCount({ people }: Cases): number {
  return people.length;
}

export function targetItem({ histories, targets }: Cases, which: number): number {
  return histories.items[targets[which]!]!;
}

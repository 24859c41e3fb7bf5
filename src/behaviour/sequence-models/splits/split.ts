/**
 * A split of histories into training, validation and test data. A model under evaluation sees `train` and,
 * for each case, a history that ends before the target.
 */
import type { Histories } from '../histories/histories.ts';

/**
 * The cases of an evaluation: histories and the item that follows each. A history may be longer than the same
 * person's history in `train`. N cases.
 */
export interface Cases {
  readonly histories: Histories;
  /** Person numbers [N]. */
  readonly people: Uint32Array;
  /**
   * The position in `histories.items` before which the history ends; it begins at the person's offset [N].
   */
  readonly ends: Uint32Array;
  /** The positions of the targets in `histories.items`, each at or after its history's end [N]. */
  readonly targets: Uint32Array;
}

export interface Split {
  readonly kind: 'leave-one-out' | 'temporal';
  readonly train: Histories;
  readonly test: Cases;
  /**
   * For model selection and early stopping. No validation target is, or is later than, its person's test
   * target.
   */
  readonly validation: { readonly train: Histories; readonly cases: Cases };
  /**
   * The moments of a temporal split, milliseconds since 1970: events before `testFromMs` are training data.
   * null for leave-one-out.
   */
  readonly points: { readonly validationFromMs: number; readonly testFromMs: number } | null;
}

export function caseCount({ people }: Cases): number {
  return people.length;
}

export function targetItem({ histories, targets }: Cases, which: number): number {
  return histories.items[targets[which]!]!;
}

/** Bounds that rules set on the places of an answer. */

/** A share in places: among the first `top` places, from `least` to `most` have the rule's bit. */
export interface Share {
  readonly bit: number;
  readonly top: number;
  readonly least: number;
  readonly most: number;
}

/** The place, from 0, has an item with the rule's bit. */
export interface Pin {
  readonly bit: number;
  readonly place: number;
}

export type Bound = Share | Pin;

export function isPin(bound: Bound): bound is Pin {
  return 'place' in bound;
}

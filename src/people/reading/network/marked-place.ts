/** Where a value was read. */
export interface MarkedPlace {
  /** Position among the windows of the text. */
  readonly window: number;
  /** Pieces [first, last) of the words, and of their sentence, in the window. */
  readonly words: readonly [number, number];
  readonly sentence: readonly [number, number];
  /** Which value of which field: a row of the domain's table of names. */
  readonly kind: number;
}

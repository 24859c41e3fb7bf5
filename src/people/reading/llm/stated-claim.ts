/** A value or preference that a language model states of a text, with words of the text that say so. */
import type { Preference } from '../document.ts';

export interface StatedClaim {
  readonly kind: 'value' | 'preference';
  readonly field: string;
  readonly value: string | number | boolean | Preference;
  /** UTF-16 offsets [start, end) of the quote. */
  readonly span: readonly [number, number];
  /** False: the text only hints at it. */
  readonly isCertain: boolean;
}

/** The answer of a language model about a text. */
export interface StatedClaims {
  readonly claims: readonly StatedClaim[];
  /** Whether only what the model states is taken: the rules are evidence, and propose nothing. */
  readonly isAlone: boolean;
}

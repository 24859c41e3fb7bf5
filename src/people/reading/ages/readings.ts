/** An own age, and a preferred one, as they are read from a word on. */
import type { FoundValue, Preference } from '../document.ts';

export type AgeReading = Omit<FoundValue, 'origin'> & { readonly value: number };

export interface PreferredAge {
  readonly preference: Preference;
  /** The first word after it. */
  readonly last: number;
}

/** The range of ages that the domain has. */
export type AgeRange = readonly [number, number];

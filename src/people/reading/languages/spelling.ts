/**
 * How a language writes numbers, ages and distances. The readers of ages and places take these words in place
 * of the English ones in the view of a text in that language. All words are folded: lower case, without
 * diacritics and apostrophes.
 */
import type { NumberWords } from './number-words.ts';

export interface Spelling {
  /** ISO 639-1. */
  readonly code: string;
  readonly numbers: NumberWords;
  readonly age: AgeWords;
  /** The words before a greatest distance: "im umkreis von". */
  readonly distanceLead: RegExp;
  /** Words that are also names of towns. */
  readonly notPlaces: ReadonlySet<string>;
  /** Ends the scope of a negation and the past; opens a clause: "aber", "und". */
  readonly contrasts: ReadonlySet<string>;
  readonly conjunctions: ReadonlySet<string>;
}

export interface AgeWords {
  readonly units: RegExp;
  /** After the unit: no age of a person ("10 Jahre Erfahrung"). */
  readonly notAfter: RegExp;
  /** Before a number that is an age without a unit: "ich bin". */
  readonly before: RegExp;
  /** Before a number that is no exact age: "seit", "fast". */
  readonly notBefore: RegExp;
  readonly genders: RegExp;
  /** Before a year of birth. */
  readonly born: RegExp;
  /** Units of other numbers. */
  readonly otherUnits: RegExp;
}

/** Units that are alike in all these languages and never an age. */
export const commonUnits =
  'km|kms|m|cm|mm|kg|g|gb|tb|mb|h|min|x|eur|euro|euros|k|chf|ps|cv|kw|watt|zoll|mah|%|€';

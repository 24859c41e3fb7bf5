/**
 * How a language writes numbers, ranges, bounds, periods, ages and distances. The readers of English
 * (`read-number.ts`, `read-quantity.ts`, `find-places.ts`) take these words in place of their own in the view
 * of a text in that language. All words are folded: lower case, without diacritics and apostrophes.
 */
import type { Bound } from '../number-at.ts';
import type { Period } from '../units.ts';

export interface Spelling {
  /** ISO 639-1. */
  readonly code: string;
  /** Words of numbers below a hundred. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Between tens and ones: "treinta y cinco". */
  readonly numberJoints: ReadonlySet<string>;
  readonly scales: Readonly<Record<string, number>>;
  /** Between the ends of a range: "30 bis 40". */
  readonly rangeTo: RegExp;
  /** Before the lower end, with articles, and between the ends: "entre los 30 y los 40". */
  readonly between: RegExp;
  readonly betweenAnd: RegExp;
  /** Articles before a number: "i 30", "los 30". */
  readonly articles: RegExp;
  readonly leadingBounds: readonly (readonly [RegExp, Bound])[];
  readonly trailingBounds: readonly (readonly [RegExp, Bound])[];
  /** Currency words besides the English ones. A currency without a rate is not read. */
  readonly currencies: Readonly<Record<string, string>>;
  /** Words that may stand between an amount and its period: "brutto im", "par". */
  readonly periodLeads: ReadonlySet<string>;
  /** Periods after one of these or a slash, and adjectives that need neither ("monatlich"). */
  readonly periods: Readonly<Record<string, Period>>;
  readonly periodAdjectives: Readonly<Record<string, Period>>;
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

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** "eins 1 zwei 2" as a map. */
export function numberMap(written: string): ReadonlyMap<string, number> {
  const parts = written.trim().split(/\s+/);
  const map = new Map<string, number>();
  for (let at = 0; at + 1 < parts.length; at += 2) map.set(parts[at]!, Number(parts[at + 1]));
  return map;
}

/** Units that are alike in all these languages and never an age. */
export const commonUnits =
  'km|kms|m|cm|mm|kg|g|gb|tb|mb|h|min|x|eur|euro|euros|k|chf|ps|cv|kw|watt|zoll|mah|%|€';

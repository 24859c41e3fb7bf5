/**
 * Comparators of the scorecard. Only `points` turns a pair of values into log-odds. The compiler of light_ml
 * calls it once a distinct value, the cross encoder and the explanation once a pair.
 */
import type { Person } from './person.ts';

/** Role of a person in a term: `me` is the rater, `other` the rated person. */
export type Role = 'me' | 'other';

/** Values for the placeholders of a reason: text, or a number that selects singular or plural. */
export interface Facts {
  /** Both sides have the same value. */
  readonly equal: boolean;
  /** For `within`: whether the bounds hold. */
  readonly holds?: boolean;
  readonly words: Readonly<Record<string, string | number>>;
}

// Methods, not function properties: their parameters are compared bivariantly, so that comparators of
// different operands stand in one table.
export interface Comparator<Me = unknown, Other = unknown> {
  /** The operand of a person in that role; undefined where a value is missing. */
  operand(person: Person, role: Role): Me | Other | undefined;
  /** Unweighted points; NaN where the two cannot be compared (counts as missing). */
  points(me: Me, other: Other): number;
  /** For reasons. Both persons have an operand in their role. */
  facts(me: Person, other: Person): Facts;
  /** True where points(a, b) = points(b, a) and both roles read the same field. */
  readonly symmetric: boolean;
}

/**
 * What a comparator of the scorecard computes. `points` is the one place where a pair of values turns into log-odds:
 * the column loops of light_ml call it once a distinct value, the cross encoder and the explanation once a pair.
 */
import type { Person } from './person.ts';

/** Which part of a term somebody plays: `me` judges, `other` is judged. */
export type Role = 'me' | 'other';

/** What a reason may name, by placeholder: words, or a number that picks its word's form. */
export interface Facts {
  /** Both sides have the same value. */
  readonly equal: boolean;
  readonly words: Readonly<Record<string, string | number>>;
}

// Methods, not function properties: their parameters are compared bivariantly, so that comparators of different
// operands stand in one table.
export interface Comparator<Me = unknown, Other = unknown> {
  /** What a person brings in that role; undefined where they lack it. */
  operand(person: Person, role: Role): Me | Other | undefined;
  /** Unweighted points; NaN where the two cannot be compared (counts as missing). */
  points(me: Me, other: Other): number;
  /** For reasons: the persons in their roles, both of whom have an operand. */
  facts(me: Person, other: Person): Facts;
  /** True where points(a, b) = points(b, a) and both roles read the same field. */
  readonly symmetric: boolean;
}

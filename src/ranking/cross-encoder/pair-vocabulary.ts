/**
 * What the trained cross encoder can be told of a pair, as its card has it: which fields, which of their values, between
 * which numbers it interpolates, and how long a sentence's vector is. Token ids follow from the order alone.
 */
import { z } from 'zod';

const Knots = z.array(z.number()).min(2);

const VocabularyField = z.discriminatedUnion('kind', [
  /** A token a value (of a field with `multiple` one for each that somebody has), and whether the two share any. */
  z.strictObject({ kind: z.literal('values'), name: z.string(), values: z.array(z.string()).min(1) }),
  /** A token between the two knots beside the number, and one of the difference between the two people. */
  z.strictObject({ kind: z.literal('number'), name: z.string(), knots: Knots }),
  /** The same of the distance between the two places, km: one token a pair. */
  z.strictObject({ kind: z.literal('distance'), name: z.string(), knots: Knots }),
]);
export type VocabularyField = z.infer<typeof VocabularyField>;

export const PairVocabulary = z.strictObject({
  fields: z.array(VocabularyField),
  /** Length of sentence vectors; 0: texts are not read. */
  sentenceDimension: z.number().int().min(0),
});
export type PairVocabulary = z.infer<typeof PairVocabulary>;

/** Ids that are no field's: padding, the token from which the answer is read, and a sentence. */
export const PADDING = 0;
export const ANSWER = 1;
export const SENTENCE = 2;
const FIRST_OF_FIELDS = 3;

/** Knots of a difference of numbers, in widths of what most people have. */
export const DIFFERENCES = [-1, -0.5, -0.15, 0, 0.15, 0.5, 1];
/** Of values: shared none, shared some. */
const AGREEMENTS = 2;

/** The first token of each field's values, and of what compares the two people's; and how many tokens there are. */
export function tokenIds({ fields }: PairVocabulary): {
  readonly values: readonly number[];
  readonly comparisons: readonly number[];
  readonly count: number;
} {
  let count = FIRST_OF_FIELDS;
  const values: number[] = [];
  const comparisons: number[] = [];
  for (const field of fields) {
    values.push(count);
    count += field.kind === 'values' ? field.values.length : field.knots.length;
    comparisons.push(count);
    if (field.kind !== 'distance') count += field.kind === 'values' ? AGREEMENTS : DIFFERENCES.length;
  }
  return { values, comparisons, count };
}

/** Whose a token is. */
export const BOTH = 0;
export const RATER = 1;
export const RATED = 2;
const SIDES = 3;

/** Field and side of a token as one number; `field` counts from 1, 0 is none. */
export function roleOf(field: number, side: number): number {
  return field * SIDES + side;
}

export function roleCount({ fields }: PairVocabulary): number {
  return (fields.length + 1) * SIDES;
}

/** What a difference of numbers is measured in. */
export function widthOf(knots: readonly number[]): number {
  return knots.length > 3 ? knots.at(-2)! - knots[1]! : knots.at(-1)! - knots[0]!;
}

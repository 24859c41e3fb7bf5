/**
 * Vocabulary of a cross encoder, as its card stores it: fields, values, knots of numbers, and the length of
 * sentence vectors. Token ids follow from the order alone.
 */
import { z } from 'zod';

const Knots = z.array(z.number()).min(2);

const VocabularyField = z.discriminatedUnion('kind', [
  /**
   * A token for each value (several for a field with `multiple`), and one that says whether the two people
   * share a value.
   */
  z.strictObject({ kind: z.literal('values'), name: z.string(), values: z.array(z.string()).min(1) }),
  /**
   * A token interpolated between the two knots around the number, and one of the difference between the two
   * people.
   */
  z.strictObject({ kind: z.literal('number'), name: z.string(), knots: Knots }),
  /** The distance between the two places, km, interpolated likewise: one token a pair. */
  z.strictObject({ kind: z.literal('distance'), name: z.string(), knots: Knots }),
]);
export type VocabularyField = z.infer<typeof VocabularyField>;

export const PairVocabulary = z.strictObject({
  fields: z.array(VocabularyField),
  /** Length of sentence vectors; 0: texts are not read. */
  sentenceDimension: z.number().int().min(0),
});
export type PairVocabulary = z.infer<typeof PairVocabulary>;

/** Ids without a field: padding, the answer token, and a sentence. */
export const PADDING = 0;
export const ANSWER = 1;
export const SENTENCE = 2;
const FIRST_OF_FIELDS = 3;

/** Knots of a difference of numbers, in units of the usual width. */
export const DIFFERENCES = [-1, -0.5, -0.15, 0, 0.15, 0.5, 1];
/** Comparison tokens of values: none shared, some shared. */
const AGREEMENTS = 2;

/** First token id of each field's values and of its comparison, and the number of tokens. */
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

/** Side of a token. */
export const BOTH = 0;
export const RATER = 1;
export const RATED = 2;
export const SIDES = 3;

/** Field and side of a token as one number; `field` counts from 1, 0 is none. */
export function roleOf(field: number, side: number): number {
  return field * SIDES + side;
}

export function roleCount({ fields }: PairVocabulary): number {
  return (fields.length + 1) * SIDES;
}

/** Unit of a difference of numbers. */
export function widthOf(knots: readonly number[]): number {
  return knots.length > 3 ? knots.at(-2)! - knots[1]! : knots.at(-1)! - knots[0]!;
}

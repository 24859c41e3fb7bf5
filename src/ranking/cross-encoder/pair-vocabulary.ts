/**
 * What the trained cross encoder can be told of a pair, as its card has it: which fields, which of their values, between
 * which numbers it interpolates, and how long a sentence's vector is. Token ids follow from the order alone.
 */
import { z } from 'zod';

const Knots = z.array(z.number()).min(2);

const VocabularyField = z.discriminatedUnion('kind', [
  /** A token a value; of a field with `multiple` a token for each value that somebody has. */
  z.strictObject({ kind: z.literal('values'), name: z.string(), values: z.array(z.string()).min(1) }),
  /** A token between the two knots beside the number. */
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

/** The first token of each field, and how many tokens there are in all. */
export function tokenIds({ fields }: PairVocabulary): {
  readonly first: readonly number[];
  readonly count: number;
} {
  let count = FIRST_OF_FIELDS;
  const first = fields.map((field) => {
    const begins = count;
    count += field.kind === 'values' ? field.values.length : field.knots.length;
    return begins;
  });
  return { first, count };
}

/** The schema of a value, for each type of feature. A date-time is brought to UTC with milliseconds. */
import { z } from 'zod';
import { characters, controlCharacters } from '../../../contract/common.ts';
import { MAX_ITEM_TEXT_BYTES, Timestamp } from '../../../contract/dataset.ts';
import type { FeatureType } from '../../../contract/dataset-features.ts';

const MAX_LIST = 256;
const MAX_URL = 2048;

const category = characters(1, 256).refine(
  (text) => !controlCharacters.test(text),
  'must not have control characters',
);

const text = z
  .string()
  .refine((text) => text.isWellFormed(), 'must not have lone surrogates')
  .refine(
    (text) => Buffer.byteLength(text) <= MAX_ITEM_TEXT_BYTES,
    `must have at most ${MAX_ITEM_TEXT_BYTES} bytes of UTF-8`,
  );

const imageUrl = z
  .string()
  .max(MAX_URL)
  .refine((text) => {
    const protocol = URL.canParse(text) ? new URL(text).protocol : '';
    return text.isWellFormed() && (protocol === 'https:' || protocol === 'http:');
  }, 'must be an http or https address');

const dateForm = /^\d{4}-\d\d-\d\d$/;

const date = z
  .string()
  .refine(
    (text) => (dateForm.test(text) ? z.iso.date() : Timestamp).safeParse(text).success,
    'must be a date such as 2024-05-01, or a date-time with a zone such as 2024-05-01T12:00:00Z',
  )
  .transform((text) => (dateForm.test(text) ? text : new Date(text).toISOString()));

export const attributeValues: Readonly<Record<FeatureType, z.ZodType<AttributeValue>>> = {
  category,
  number: z.number(),
  list: z.array(category).max(MAX_LIST),
  text,
  image_url: imageUrl,
  date,
};

export type AttributeValue = string | number | readonly string[];

/**
 * One setting, and the schemas that several settings share. A schema's error names only what was expected.
 */
import { z } from 'zod';

export interface Setting {
  /** Environment variable. */
  readonly variable: string;
  /** `--data` */
  readonly flag: string;
  /** Form of the value, for the table. */
  readonly form: string;
  readonly meaning: string;
  readonly example: string;
  readonly schema: z.ZodType;
  /** Not shown in messages and tables. */
  readonly secret?: true;
}

export function text(pattern: RegExp, expected: string) {
  return z.string().regex(pattern, { error: expected });
}

export function wholeNumber(smallest: number, largest: number) {
  const expected = `a whole number from ${smallest} to ${largest}`;
  return text(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= smallest && value <= largest, { error: expected });
}

export function address(protocols: readonly string[], expected: string) {
  return z.string().refine(
    (value) => {
      const url = URL.parse(value);
      return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
    },
    { error: expected },
  );
}

/** The value has no slash at its end. */
export const webAddress = address(['http:', 'https:'], 'an http:// or https:// address').transform((url) =>
  url.replace(/\/+$/, ''),
);

export const expectedBucket = 's3://bucket or s3://bucket/path';
/** A bucket's name by the rules of S3; the path has letters, digits and `._-/`. */
export const bucketAddress = z
  .string()
  .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._-]+)*\/?$/, { error: expectedBucket })
  .transform((url) => url.replace(/\/$/, ''));

/** Wire shapes shared by many operations. */
import { z } from 'zod';
import { idText, lostDigits, pathOfWrittenNumber } from './written-number.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what an id must not have
export const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * 1 to 256 code points, no control characters, no lone surrogates, not `.` or `..`; compared by bytes. A
 * whole JSON number is taken as its digits.
 */
export const Identifier = codecOf(
  idText,
  z
    .string()
    .refine(
      (id) => id.length > 0 && id.length <= 512 && [...id].length <= 256,
      'must have 1 to 256 characters',
    )
    .refine((id) => !controlCharacters.test(id), 'must not have control characters')
    .refine((id) => id.isWellFormed(), 'must not have lone surrogates')
    .refine((id) => id !== '.' && id !== '..', 'must not be «.» or «..»'),
  { type: 'string', minLength: 1, maxLength: 256, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' },
);

/** `read` brings the sent value into the form that `schema` checks. Answers are written as they are. */
function codecOf<T>(
  read: (given: unknown) => unknown,
  schema: z.ZodType<T>,
  shape: Readonly<Record<string, unknown>>,
) {
  const form = { decode: read as (given: unknown) => T, encode: (value: T) => value };
  return z.codec(z.unknown().meta(shape), schema.meta(shape) as z.ZodType<T, T>, form);
}

/**
 * White space, control and format characters, and other invisible ones: fillers and the Braille pattern
 * without dots.
 */
const unseen = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether the text has no visible character. */
export function isBlank(text: string): boolean {
  return unseen.test(text);
}

const wantsText = 'must have text that can be read, not only white space and characters that show nothing';
/** The part of the rule that JSON Schema can express. */
const notBlankMeta = { minLength: 1, pattern: '\\S' };

/** Text written by people, of any length (`texts` of an operation sets the limit). */
export const FreeText = z
  .string()
  .refine((text) => !isBlank(text), wantsText)
  .meta(notBlankMeta);

/** A name or a description. */
export function readable(least: number, most: number) {
  return characters(least, most)
    .refine((text) => text === '' || !isBlank(text), wantsText)
    .meta({ ...notBlankMeta, maxLength: most });
}

/** Label of where a text comes from. */
export const SourceLabel = readable(1, 64).describe(
  'Label of the origin; known ones: chat, transcript, event, upload, note, email.',
);

/** Text of `least` to `most` characters (code points, as JSON Schema counts), of any kind. */
export function characters(least: number, most: number) {
  return z
    .string()
    .refine(
      (text) => text.length >= least && text.length <= 2 * most && [...text].length <= most,
      `must have ${least} to ${most} characters`,
    )
    .refine((text) => text.isWellFormed(), 'must not have lone surrogates')
    .meta({ minLength: least, maxLength: most });
}

/** Keys of `fields`, and of `metadata`, the same object in POST /ingest. */
export const MAX_FIELDS = 256;
/** Keys of `filters` (deprecated name: `metadata_filters`) and of `preferences`. */
export const MAX_FILTERS = 64;

/** An object with any keys. It is passed on unchanged; Zod's own record would copy it key by key. */
export function anyObject(mostKeys?: number) {
  const schema = z.unknown().check(({ value, issues }) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      issues.push({ code: 'invalid_type', expected: 'record', input: value });
      return;
    }
    const path = pathOfWrittenNumber(value)?.reverse();
    if (path !== undefined) {
      issues.push({ code: 'custom', message: lostDigits('one with more'), path, input: undefined });
      return;
    }
    const keys = mostKeys === undefined ? 0 : Object.keys(value).length;
    if (mostKeys === undefined || keys <= mostKeys) return;
    const message = `has ${keys} keys; at most ${mostKeys} are taken. Leave some out`;
    issues.push({ code: 'custom', message, input: undefined });
  });
  const shape = {
    type: 'object',
    additionalProperties: {},
    ...(mostKeys !== undefined && { maxProperties: mostKeys }),
  };
  return schema.meta(shape) as unknown as z.ZodType<Record<string, unknown>>;
}

/** Filters or preferences: an object with any keys, whose list of ids may have whole numbers. */
export function conditions() {
  const shape = { type: 'object', additionalProperties: {}, maxProperties: MAX_FILTERS };
  return codecOf(withIdTexts, anyObject(MAX_FILTERS), shape);
}

function withIdTexts(value: unknown): unknown {
  const { exclude_user_ids: ids } = (value ?? {}) as { readonly exclude_user_ids?: unknown };
  if (!Array.isArray(ids) || ids.every((id) => typeof id === 'string')) return value;
  return { ...(value as object), exclude_user_ids: ids.map(idText) };
}

export const KIB = 1024;
export const MIB = 1024 * KIB;
/** Bytes of UTF-8 that a context or content text may have; more is 413. */
export const MAX_TEXT_BYTES = 256 * KIB;

export const DomainParameter = z.string().min(1).max(64).describe('The name of the domain.');
/** As a parameter of a path or a query. */
export const DomainInAddress = DomainParameter.meta({ example: 'dating' });

export const ErrorPart = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});

export const ErrorBody = z
  .object({
    error: ErrorPart,
    request_id: z.string(),
  })
  .meta({ id: 'Error' });

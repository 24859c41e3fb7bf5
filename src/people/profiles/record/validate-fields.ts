/**
 * Validates the client's `fields` against the domain's schema. A known key must have the right type, else 422
 * `invalid_field_value` names the key, the given value and the allowed ones. Null and an empty list are no
 * value, of a required field too: the record then says that it is missing. Unknown keys become `extras` as
 * they are.
 */
import { clip } from '../../../contract/clip.ts';
import { isBlank } from '../../../contract/common.ts';
import { apiError } from '../../../contract/errors.ts';
import { type DomainDefinition, fieldNamed } from '../../../domains/definition.ts';
import type { FieldDefinition, FieldValue } from '../../../domains/field.ts';
import { isNoValue } from '../../../domains/no-value.ts';
import type { Layer, Provenance } from '../../../platform/storage/profile-row.ts';

/** Characters of a hard string; soft text: bytes of UTF-8. */
const MAX_STRING_CHARACTERS = 256;
const MAX_SOFT_TEXT_BYTES = 64 * 1024;

export interface ValidatedFields {
  readonly client: Layer;
  readonly extras: Readonly<Record<string, unknown>>;
}

export function validateFields(
  definition: DomainDefinition,
  fields: Readonly<Record<string, unknown>>,
  at: string,
): ValidatedFields {
  const provenance: Provenance = { source: 'fields', extractor: 'client', confidence: 1, at };
  const client: Record<string, Layer[string]> = {};
  const extras: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const field = fieldNamed(definition, key);
    if (field === undefined) extras[key] = value;
    else if (!isNoValue(value)) client[key] = { value: validateValue(field, value), provenance };
  }
  return { client, extras };
}

/** Throws 422 `invalid_field_value` for a key of no field, where nothing keeps `extras`. */
export function refuseUnknownFields(
  { domain, fields }: DomainDefinition,
  given: Readonly<Record<string, unknown>>,
): void {
  const allowed = fields.map(({ name }) => name);
  const unknown = Object.keys(given).find((key) => !allowed.includes(key));
  if (unknown === undefined) return;
  throw apiError(
    'invalid_field_value',
    `fields.${clip(unknown)} is no field of ${domain}; expected some of ${clip(allowed.join(', '), MAX_SHOWN)}. GET /v1/schema lists them.`,
    { field: clip(unknown), given: clipValue(given[unknown]), allowed },
  );
}

/** The value in its stored form. Throws 422 `invalid_field_value`. */
export function validateValue(field: FieldDefinition, value: unknown): FieldValue {
  switch (field.type) {
    case 'integer':
    case 'number':
      return validateNumber(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse(field, value, 'true or false');
    case 'enum':
      return field.multiple ? validateSet(field, value) : validateEnum(field, value);
    case 'string':
      return validateString(field, value);
    default:
      return field.type satisfies never;
  }
}

function validateNumber(field: FieldDefinition, value: unknown): number {
  const [low, high] = field.range ?? [-Number.MAX_VALUE, Number.MAX_VALUE];
  const within = field.range === undefined ? '' : ` from ${low} to ${high}`;
  const allowed = `${field.type === 'integer' ? 'a whole number' : 'a number'}${within}`;
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(field, value, allowed);
  if (field.type === 'integer' && !Number.isSafeInteger(value)) return refuse(field, value, allowed);
  return value < low || value > high ? refuse(field, value, allowed) : value;
}

function validateEnum(field: FieldDefinition, value: unknown): string {
  const values = field.values ?? [];
  return typeof value === 'string' && values.includes(value)
    ? value
    : refuse(field, value, values, { expected: `one of ${listed(values)}` });
}

function validateSet(field: FieldDefinition, given: unknown): readonly string[] {
  if (!Array.isArray(given) || given.length === 0) {
    const values = field.values ?? [];
    const expected = `an array with at least one of ${listed(values)}`;
    const remedy = typeof given === 'string' ? severalIn(values, given) : '';
    return refuse(field, given, values, { expected, remedy });
  }
  return [...new Set(given.map((value) => validateEnum(field, value)))];
}

/**
 * The remedy for a text that is several values with signs between them: an array, or `split` in a mapping.
 */
function severalIn(values: readonly string[], text: string): string {
  const sign = /[,;|/]/.exec(text)?.[0];
  if (sign === undefined || !text.split(sign).some((part) => values.includes(part.trim()))) return '';
  return ` Several values are an array: ["a", "b"]; in the mapping of a file the column says \`split: "${sign}"\`.`;
}

function validateString(field: FieldDefinition, value: unknown): string {
  if (field.format === 'geo' && isCoordinates(value)) return `${value.lat},${value.lon}`;
  if (typeof value !== 'string' || isBlank(value)) {
    return refuse(
      field,
      value,
      field.format === 'geo' ? 'a place name, "lat,lon" or {lat, lon}' : 'a text that is not blank',
    );
  }
  if (field.kind === 'soft') {
    const bytes = Buffer.byteLength(value);
    const allowed = `a text of at most ${MAX_SOFT_TEXT_BYTES} bytes of UTF-8`;
    return bytes <= MAX_SOFT_TEXT_BYTES ? value : refuse(field, value, allowed, { given: `${bytes} bytes` });
  }
  const allowed = `a text of at most ${MAX_STRING_CHARACTERS} characters`;
  return value.length <= MAX_STRING_CHARACTERS
    ? value
    : refuse(field, value, allowed, { given: `${value.length} characters` });
}

function listed(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

/** Exactly {lat, lon}, in degrees. */
function isCoordinates(value: unknown): value is { lat: number; lon: number } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { lat, lon, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || typeof lat !== 'number' || typeof lon !== 'number') return false;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}

/** Characters of a value in an error. */
const MAX_SHOWN = 200;

/** `words`: texts for the message, where the values of `details` do not read well. */
function refuse(
  field: FieldDefinition,
  value: unknown,
  allowed: string | readonly string[],
  words: { readonly given?: string; readonly expected?: string; readonly remedy?: string } = {},
): never {
  const shown = words.given ?? clip(JSON.stringify(value) ?? 'nothing', MAX_SHOWN);
  const expected = words.expected ?? String(allowed);
  throw apiError(
    'invalid_field_value',
    `fields.${field.name}: given ${shown}, expected ${clip(expected, MAX_SHOWN)}. GET /v1/schema lists fields and values.${words.remedy ?? ''}`,
    { field: field.name, given: clipValue(value), allowed },
  );
}

function clipValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? null;
  return text !== null && text.length > 1000 ? clip(text, MAX_SHOWN) : value;
}

/** Messages for Zod issues: path, given value, expected value. */
import type { z } from 'zod';
import { clip, SHOWN_CHARACTERS } from './clip.ts';
import type { Issue } from './error-details.ts';
import { counted } from './errors.ts';
import { lostDigits, WrittenNumber } from './written-number.ts';

type ZodIssue = z.core.$ZodIssue;

/** The hint for an unknown key beside `fields`. */
export const fieldsHint =
  'a field of the domain belongs into `fields`; else check its spelling, or leave it out';

/**
 * Issues of a row of a source. They are kept with jobs and logged, so they never quote the row.
 * `takesFields`: its key `fields` has the fields of a domain.
 */
export function rowIssues(error: z.core.$ZodError, row: unknown, takesFields = false): readonly Issue[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: pathText([...issue.path, key]),
          message: `is no key of such a row; ${takesFields && issue.path.length === 0 ? fieldsHint : 'check its spelling, or leave it out'}`,
        }))
      : [{ path: pathText(issue.path), message: issueMessage(issue, valueAt(row, issue.path), kindText) }],
  );
}

/** `items[3].weight`, `fields.age`, `filters["a b"]` */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = String(key);
    if (!/^[A-Za-z_][\w-]{0,63}$/.test(name)) return `${text}[${JSON.stringify(clip(name))}]`;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

export function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    body,
  );
}

/**
 * `value`: the value at the path of the issue; undefined: none. `show` renders it; `kindText` names only its
 * kind, where messages must not quote it.
 */
export function issueMessage(
  issue: ZodIssue,
  value: unknown,
  show: (given: unknown) => string = givenText,
): string {
  if (value === undefined) return `is required (${expectedText(issue)})`;
  const isNumberExpected = issue.code === 'invalid_type' && /^(number|int)$/.test(issue.expected);
  if (value instanceof WrittenNumber && isNumberExpected) return lostDigits(show(value));
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
      return `expected ${expectedText(issue)}, was given ${show(value)}`;
    case 'too_small':
    case 'too_big':
      return `${boundText(issue)}, was given ${sizeText(issue.origin, value, show)}`;
    default:
      // A rule over a whole object or array says in its own message what it found there.
      return isContainer(value) ? issue.message : `${issue.message}; was given ${show(value)}`;
  }
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The accepted values, as a phrase after «expected». */
function expectedText(issue: ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kindName(issue.expected);
    case 'invalid_value':
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${valuesText(issue.values)}`;
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map(expectedText))].join(' or ');
    default:
      return issue.message;
  }
}

/** The number of values above which a message names the first ones alone. */
const MOST_VALUES = 25;

function valuesText(values: readonly unknown[]): string {
  const shown = values.slice(0, values.length > MOST_VALUES ? MOST_VALUES - 5 : MOST_VALUES);
  const more = values.length - shown.length;
  return `${shown.map((value) => JSON.stringify(value)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function boundText(issue: Extract<ZodIssue, { code: 'too_small' | 'too_big' }>): string {
  const [inclusive, exclusive, bound] =
    issue.code === 'too_small' ? ['at least', 'above', issue.minimum] : ['at most', 'below', issue.maximum];
  const word = issue.inclusive === false ? exclusive : inclusive;
  const unit = unitOf(issue.origin);
  return unit === null ? `must be ${word} ${bound}` : `must have ${word} ${counted(Number(bound), unit)}`;
}

/** The unit of a size; null for a number, which is a size itself. */
function unitOf(origin: string): string | null {
  if (origin === 'string') return 'character';
  return origin === 'array' || origin === 'set' ? 'item' : null;
}

function sizeText(origin: string, value: unknown, show: (given: unknown) => string): string {
  const unit = unitOf(origin);
  const size = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
  return unit === null || size === 0 ? show(value) : counted(size, unit);
}

function kindName(expected: string): string {
  return (
    { object: 'an object', array: 'an array', int: 'an integer', record: 'an object' }[expected] ??
    `a ${expected}`
  );
}

/** The given value, short enough for a message. */
function givenText(value: unknown): string {
  if (value instanceof WrittenNumber) return `the number ${clip(value.source)}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (value !== null && typeof value === 'object') return 'an object';
  if (typeof value !== 'string') return String(value);
  if (value === '') return 'an empty string';
  const shown = `the string ${JSON.stringify(clip(value))}`;
  return value.length > SHOWN_CHARACTERS ? `${shown} of ${counted([...value].length, 'character')}` : shown;
}

/** The kind of the given value, and the length of a text; never its content. */
function kindText(value: unknown): string {
  if (typeof value === 'number' || value instanceof WrittenNumber) return 'a number';
  if (typeof value !== 'string' || value === '') return givenText(value);
  return `a string of ${counted([...value].length, 'character')}`;
}

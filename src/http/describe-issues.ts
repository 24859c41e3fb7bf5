/** Zod's findings as the issues of an error body: where, what was given, what was expected. */
import type { z } from 'zod';
import { clip } from '../contract/clip.ts';
import type { Issue } from '../contract/errors.ts';
import { type NearestForm, nearestForm } from './nearest-form.ts';

type ZodIssue = z.core.$ZodIssue;

/** Part of the request in which an issue was found. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

export interface LocatedIssue extends Issue {
  readonly in: RequestPart;
}

export function describeIssues(error: z.core.$ZodError, part: RequestPart): readonly LocatedIssue[] {
  return error.issues.flatMap((issue) => describe(issue, [], part));
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

function describe(
  issue: ZodIssue,
  above: readonly PropertyKey[],
  part: RequestPart,
): readonly LocatedIssue[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, path, part);
  if (issue.code === 'invalid_union') {
    const form = nearestForm(issue.errors);
    if (form !== undefined) return form.issues.flatMap((inner) => describeOfForm(inner, form, path, part));
  }
  return [{ path: pathText(path), message: messageOf(issue, part), in: part }];
}

function unknownKeys(
  { keys }: z.core.$ZodIssueUnrecognizedKeys,
  path: readonly PropertyKey[],
  part: RequestPart,
): readonly LocatedIssue[] {
  const kind = part === 'query' ? 'query parameter' : 'key';
  return keys.map((key) => ({
    path: pathText([...path, key]),
    message: `unknown ${kind}; check its spelling, or leave it out`,
    in: part,
  }));
}

/** A finding of the form that was meant, with what the other forms have to do with it. */
function describeOfForm(
  issue: ZodIssue,
  { foreign, own, instead }: NearestForm,
  path: readonly PropertyKey[],
  part: RequestPart,
): readonly LocatedIssue[] {
  const told = describe(issue, path, part);
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    return told.map((one, at) => {
      const rivals = foreign.get(issue.keys[at]!);
      return rivals === undefined
        ? one
        : { ...one, message: `does not go with ${namesText(rivals)}; send one or the other` };
    });
  }
  if (instead.length === 0 || issue.path.length !== 1 || !own.has(String(issue.path[0]))) return told;
  return told.map((one) => ({ ...one, message: `${one.message}, or else ${namesText(instead)}` }));
}

function namesText(names: readonly string[]): string {
  return names.map((name) => `«${clip(name)}»`).join(' and ');
}

function messageOf(issue: ZodIssue, part: RequestPart): string {
  const given = givenText(issue.input);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.path.length === 0 && issue.input === null && part === 'body') {
        return `the body is missing or null; expected ${kindName(issue.expected)}`;
      }
      if (issue.input !== undefined) return `expected ${kindName(issue.expected)}, was given ${given}`;
      return `is required (${kindName(issue.expected)})`;
    case 'invalid_value':
      if (issue.input === undefined) return `is required (one of ${valuesText(issue.values)})`;
      return `expected one of ${valuesText(issue.values)}, was given ${given}`;
    case 'invalid_union':
      return `expected ${unionText(issue.errors)}, was given ${given}`;
    case 'too_small':
    case 'too_big':
      return `${boundText(issue)}, was given ${issue.origin === 'string' ? lengthText(issue.input) : given}`;
    default:
      return given === '' ? issue.message : `${issue.message}; was given ${given}`;
  }
}

function valuesText(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

function unionText(branches: readonly (readonly ZodIssue[])[]): string {
  const names = branches
    .flat()
    .map((issue) => (issue.code === 'invalid_type' ? kindName(issue.expected) : issue.message));
  return [...new Set(names)].join(' or ');
}

function boundText(issue: Extract<ZodIssue, { code: 'too_small' | 'too_big' }>): string {
  const [word, bound] = issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
  const unit = { string: ' characters', array: ' items', set: ' items' }[issue.origin as string] ?? '';
  return `must ${unit === '' ? 'be' : 'have'} ${word} ${bound}${unit}`;
}

function lengthText(input: unknown): string {
  return typeof input === 'string' ? `${input.length}` : givenText(input);
}

function kindName(expected: string): string {
  return (
    { object: 'an object', array: 'an array', int: 'an integer', record: 'an object' }[expected] ??
    `a ${expected}`
  );
}

/** What the caller gave, short enough for a message. */
function givenText(input: unknown): string {
  if (input === undefined) return '';
  if (Array.isArray(input)) return 'an array';
  if (input !== null && typeof input === 'object') return 'an object';
  if (typeof input === 'string') return `the string ${JSON.stringify(clip(input))}`;
  return String(input);
}

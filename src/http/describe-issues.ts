/** Zod's findings as the issues of an error body: where, what was given, what was expected. */
import type { z } from 'zod';
import type { Issue } from '../contract/errors.ts';

type ZodIssue = z.core.$ZodIssue;

/** Part of the request in which an issue was found. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

export interface LocatedIssue extends Issue {
  readonly in: RequestPart;
}

const MAX_GIVEN = 60;

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
  if (issue.code === 'unrecognized_keys') {
    const kind = part === 'query' ? 'query parameter' : 'key';
    return issue.keys.map((key) => ({
      path: pathText([...path, key]),
      message: `unknown ${kind}; check its spelling, or leave it out`,
      in: part,
    }));
  }
  if (issue.code === 'invalid_union') {
    const branch = nearestBranch(issue.errors);
    if (branch !== undefined) return branch.flatMap((inner) => describe(inner, path, part));
  }
  return [{ path: pathText(path), message: messageOf(issue, part), in: part }];
}

/** The branch of a union that the value was meant for: the one that took its type and found fault inside. */
function nearestBranch(branches: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] | undefined {
  return branches.find((branch) => branch.every((issue) => issue.path.length > 0 || !isTypeFault(issue)));
}

function isTypeFault(issue: ZodIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
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

function clip(text: string): string {
  const start = text.toWellFormed().slice(0, MAX_GIVEN).toWellFormed();
  return text.length > MAX_GIVEN ? `${start}…` : start;
}

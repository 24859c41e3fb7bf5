/** Turns Zod issues into the issues of an error body: path, given value, expected value. */
import type { z } from 'zod';
import { clip } from '../../../contract/clip.ts';
import type { Issue } from '../../../contract/error-details.ts';
import { fieldsHint, issueMessage, pathText, valueAt } from '../../../contract/issue-message.ts';
import { UNKNOWN_HERE } from '../../../contract/no-meaning.ts';
import { type NearestForm, nearestForm } from './nearest-form.ts';

type ZodIssue = z.core.$ZodIssue;

/** Part of the request in which an issue was found. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

export interface LocatedIssue extends Issue {
  readonly in: RequestPart;
}

/**
 * `value`: that part of the request; issues quote the value at their path. `takesFields`: its key `fields`
 * has the fields of a domain.
 */
export function describeIssues(
  error: z.core.$ZodError,
  part: RequestPart,
  value: unknown,
  takesFields = false,
): readonly LocatedIssue[] {
  if (part === 'body' && (value === undefined || value === null))
    return [{ path: '', message: 'the body is missing or null; expected an object', in: part }];
  return error.issues.flatMap((issue) => describe(issue, { above: [], part, given: value, takesFields }));
}

/** Context of an issue inside nested unions. */
interface IssueContext {
  /** Path of the union variant that the issue belongs to. */
  readonly above: readonly PropertyKey[];
  readonly part: RequestPart;
  readonly given: unknown;
  readonly takesFields: boolean;
}

function describe(
  issue: ZodIssue,
  { above, part, given, takesFields }: IssueContext,
): readonly LocatedIssue[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, path, part, takesFields);
  if (issue.code === 'invalid_union') {
    const form = nearestForm(issue.errors);
    const nested = { above: path, part, given, takesFields };
    if (form !== undefined) return form.issues.flatMap((inner) => describeOfForm(inner, form, nested));
  }
  return [{ path: pathText(path), message: issueMessage(issue, valueAt(given, path)), in: part }];
}

function unknownKeys(
  { keys, message }: z.core.$ZodIssueUnrecognizedKeys,
  path: readonly PropertyKey[],
  part: RequestPart,
  takesFields: boolean,
): readonly LocatedIssue[] {
  const kind = part === 'query' ? 'query parameter' : 'key';
  const hint = message.startsWith(UNKNOWN_HERE) ? message.slice(UNKNOWN_HERE.length) : null;
  const fix = takesFields && path.length === 0 ? fieldsHint : 'check its spelling, or leave it out';
  return keys.map((key) => ({
    path: pathText([...path, key]),
    message: hint === null ? `unknown ${kind}; ${fix}` : `unknown ${kind} here; ${hint}`,
    in: part,
  }));
}

/** An issue of the intended variant, with a hint at the keys of the other variants. */
function describeOfForm(
  issue: ZodIssue,
  { foreign, own, instead }: NearestForm,
  context: IssueContext,
): readonly LocatedIssue[] {
  const described = describe(issue, context);
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
    return described.map((locatedIssue, at) => {
      const rivals = foreign.get(issue.keys[at]!);
      return rivals === undefined
        ? locatedIssue
        : { ...locatedIssue, message: `does not go with ${namesText(rivals)}; send one or the other` };
    });
  }
  if (instead.length === 0 || issue.path.length !== 1 || !own.has(String(issue.path[0]))) return described;
  return described.map((issue) => ({ ...issue, message: `${issue.message}, or else ${namesText(instead)}` }));
}

function namesText(names: readonly string[]): string {
  return names.map((name) => `«${clip(name)}»`).join(' and ');
}

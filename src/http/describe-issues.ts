/** Zod's findings as the issues of an error body: where, what was given, what was expected. */
import type { z } from 'zod';
import { clip } from '../contract/clip.ts';
import type { Issue } from '../contract/errors.ts';
import { issueMessage, pathText, valueAt } from '../contract/issue-message.ts';
import { type NearestForm, nearestForm } from './nearest-form.ts';

type ZodIssue = z.core.$ZodIssue;

/** Part of the request in which an issue was found. */
export type RequestPart = 'body' | 'query' | 'path' | 'header';

export interface LocatedIssue extends Issue {
  readonly in: RequestPart;
}

/** `given`: that part of the request, in which issues say what stands at their path. */
export function describeIssues(
  error: z.core.$ZodError,
  part: RequestPart,
  given: unknown,
): readonly LocatedIssue[] {
  if (part === 'body' && (given === undefined || given === null))
    return [{ path: '', message: 'the body is missing or null; expected an object', in: part }];
  return error.issues.flatMap((issue) => describe(issue, { above: [], part, given }));
}

/** Where an issue is looked at from. */
interface Place {
  /** Of the form of a union that the issue belongs to. */
  readonly above: readonly PropertyKey[];
  readonly part: RequestPart;
  readonly given: unknown;
}

function describe(issue: ZodIssue, { above, part, given }: Place): readonly LocatedIssue[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, path, part);
  if (issue.code === 'invalid_union') {
    const form = nearestForm(issue.errors);
    const place = { above: path, part, given };
    if (form !== undefined) return form.issues.flatMap((inner) => describeOfForm(inner, form, place));
  }
  return [{ path: pathText(path), message: issueMessage(issue, valueAt(given, path)), in: part }];
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
  place: Place,
): readonly LocatedIssue[] {
  const told = describe(issue, place);
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

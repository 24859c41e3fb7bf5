/**
 * Which form of a union a value was meant for, and what its faults are then. Zod tells the findings of every form; who
 * sent a `source_uri` with a bad `format` wants to hear of the format, and nothing of the `items` of another form.
 */
import type { z } from 'zod';

type ZodIssue = z.core.$ZodIssue;
type Form = readonly ZodIssue[];

export interface NearestForm {
  readonly issues: Form;
  /** Keys that this form does not know and another does, with the keys that they do not go with. */
  readonly foreign: ReadonlyMap<string, readonly string[]>;
  /** Keys that it misses and no other form asks for, and those that another form asks for instead. */
  readonly own: ReadonlySet<string>;
  readonly instead: readonly string[];
}

/** undefined where the value is of no form's type (a string where objects were expected). */
export function nearestForm(forms: readonly Form[]): NearestForm | undefined {
  const possible = forms.filter((form) =>
    form.every((issue) => issue.path.length > 0 || !isTypeFault(issue)),
  );
  const [nearest, ...others] = possible.toSorted(
    (a, b) => misfit(a) + namesAnother(a, possible) - misfit(b) - namesAnother(b, possible),
  );
  if (nearest === undefined) return undefined;
  const foreign = new Map<string, readonly string[]>();
  for (const key of unknownKeys(nearest)) {
    const knows = others.find((other) => !unknownKeys(other).includes(key));
    const rivals = knows === undefined ? [] : unknownKeys(knows);
    if (rivals.length > 0) foreign.set(key, rivals);
  }
  const elsewhere = new Set(others.flatMap(missingKeys));
  const missing = missingKeys(nearest);
  return {
    issues: nearest.map((issue) => withValuesOf(others, issue)),
    foreign,
    own: new Set(missing.filter((key) => !elsewhere.has(key))),
    instead: foreign.size > 0 ? [] : [...elsewhere].filter((key) => !missing.includes(key)),
  };
}

/** How many keys of the value's top level have a value that this form refuses and another takes: they name the other. */
function namesAnother(form: Form, forms: readonly Form[]): number {
  const keys = form.filter(isRefusedValue).map(({ path }) => path[0]);
  return keys.filter((key) => forms.some((other) => other.every(({ path }) => path[0] !== key))).length;
}

/** A key that names the form takes the values of all forms. */
function withValuesOf(others: readonly Form[], issue: ZodIssue): ZodIssue {
  if (issue.code !== 'invalid_value' || issue.path.length !== 1) return issue;
  const more = others
    .flat()
    .flatMap((other) =>
      other.code === 'invalid_value' && other.path.length === 1 && other.path[0] === issue.path[0]
        ? other.values
        : [],
    );
  return { ...issue, values: [...new Set([...issue.values, ...more])] };
}

function isRefusedValue(issue: ZodIssue): boolean {
  return issue.path.length === 1 && issue.code === 'invalid_value' && issue.input !== undefined;
}

/** How many keys of the value's top level do not fit the form. */
function misfit(form: Form): number {
  return unknownKeys(form).length + missingKeys(form).length + otherNames(form);
}

/** Keys whose one value names the form, and that name another. */
function otherNames(form: Form): number {
  return form.filter(
    (issue) => issue.code === 'invalid_value' && issue.path.length === 1 && issue.values.length === 1,
  ).length;
}

function unknownKeys(form: Form): readonly string[] {
  return form.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  );
}

function missingKeys(form: Form): readonly string[] {
  return form.flatMap((issue) => (isMissing(issue) ? [String(issue.path[0])] : []));
}

function isMissing(issue: ZodIssue): boolean {
  return issue.path.length === 1 && isTypeFault(issue) && issue.input === undefined;
}

function isTypeFault(issue: ZodIssue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value';
}

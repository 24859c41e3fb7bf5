/**
 * Finds the variant of a union that a value was meant for, and its faults. Zod reports the issues of every
 * variant. A caller that sent a `source_uri` with a bad `format` needs the issue of `format` alone, not those
 * of `items` in another variant.
 */
import type { z } from 'zod';

type ZodIssue = z.core.$ZodIssue;
type Form = readonly ZodIssue[];

export interface NearestForm {
  readonly issues: Form;
  /** Keys unknown to this variant and known to another, each with the keys that it excludes. */
  readonly foreign: ReadonlyMap<string, readonly string[]>;
  /**
   * Missing keys that only this variant requires, and the keys that the next nearest variant requires
   * instead.
   */
  readonly own: ReadonlySet<string>;
  readonly instead: readonly string[];
}

/** undefined where the value fits the type of no variant (a string where objects were expected). */
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
  // Names only the next nearest of several other variants: the keys of all of them would go together.
  const elsewhere = new Set(others.slice(0, 1).flatMap(missingKeys));
  const missing = missingKeys(nearest);
  return {
    issues: nearest.map((issue) => withValuesOf(others, issue)),
    foreign,
    own: new Set(missing.filter((key) => !elsewhere.has(key))),
    instead: foreign.size > 0 ? [] : [...elsewhere].filter((key) => !missing.includes(key)),
  };
}

/** Number of top-level keys whose value this variant refuses and another accepts: they point at the other. */
function namesAnother(form: Form, forms: readonly Form[]): number {
  const keys = form.filter(isRefusedValue).map(({ path }) => path[0]);
  return keys.filter((key) => forms.some((other) => other.every(({ path }) => path[0] !== key))).length;
}

/** A key that selects the variant accepts the values of all variants. */
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

/** Number of top-level keys that do not fit the variant. */
function misfit(form: Form): number {
  return unknownKeys(form).length + missingKeys(form).length + otherNames(form);
}

/** Keys whose literal value selects the variant, where the given value selects another. */
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

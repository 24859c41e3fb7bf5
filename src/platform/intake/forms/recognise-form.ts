/** Finds the form of a source by its first rows. */
import type { Row } from '../mapping/source-row.ts';
import type { Form } from './form.ts';
import { hasSignature, recordsOf } from './records-of.ts';

/** Rows that have something else, and are still rows of the form. */
const LEAST_SHARE = 0.5;

/**
 * The forms that the rows have, the likeliest one first: more records, then more keys that all of them have.
 * Empty: none.
 */
export function recogniseForm<F extends { readonly form: Form }>(
  forms: readonly F[],
  rows: readonly Row[],
): readonly F[] {
  return forms
    .map((file) => ({ file, ...measured(file.form, rows) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .toSorted((a, b) => b.records - a.records || b.keys - a.keys)
    .map(({ file }) => file);
}

/** `share` of the form's records that it recognises; `keys` of the longest signature that is theirs. */
function measured(form: Form, rows: readonly Row[]) {
  const records = rows.flatMap((row) => recordsOf(form, row).records);
  const found = records.filter((record) => form.recognised.some((each) => hasSignature(record, each)));
  const own = form.recognised.filter((each) => found.some((record) => hasSignature(record, each)));
  const keys = Math.max(
    0,
    ...own.map((each) => (each.keys ?? []).length + (each.type === undefined ? 0 : 1)),
  );
  return { share: records.length === 0 ? 0 : found.length / records.length, records: found.length, keys };
}

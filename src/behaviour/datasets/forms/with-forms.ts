/** Objects of JSONL that are records of a known form: the first object of a file tells. */
import { isRow } from '../../../platform/intake/mapping/source-row.ts';
import type { DeclaringValidator } from '../features/declaring-validator.ts';
import type { ValidateRow } from '../rows/validate-row.ts';
import { formedRows } from './formed-rows.ts';
import { formOfNames } from './shipped-dataset-forms.ts';

/** `validate`: of rows as datasets have them. */
export function withForms(validate: ValidateRow, declaring: DeclaringValidator): ValidateRow {
  let chosen: ValidateRow | undefined;
  return (value) => {
    chosen ??=
      isRow(value) && !Object.hasOwn(value, 'type') ? formed(Object.keys(value), declaring) : validate;
    return (chosen ?? validate)(value);
  };
}

/** undefined: the object has no known form. */
function formed(
  keys: readonly string[],
  { validate, features }: DeclaringValidator,
): ValidateRow | undefined {
  const form = formOfNames(keys);
  if (form === undefined) return undefined;
  const attribute = (cell: unknown) => cell;
  const rowOf = formedRows(form, { features: features(), validate, decimal: 'point', attribute });
  return (value) => (isRow(value) ? rowOf(value) : validate(value));
}

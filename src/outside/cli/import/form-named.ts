import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type FormFile, parseForm } from '../../../platform/intake/forms/form.ts';
import { shippedForms } from '../../../platform/intake/forms/shipped-forms.ts';
import { UsageError } from '../usage-error.ts';

/** `name`: of a shipped form, or a file with one. */
export function formNamed(name: string): FormFile {
  const shipped = shippedForms().find(({ form }) => form.form === name);
  if (shipped !== undefined) return shipped;
  if (!/\.ya?ml$/i.test(name) || !existsSync(name)) {
    const names = shippedForms().map(({ form }) => form.form);
    throw new UsageError(
      `There is no form ${name}, and no file of that name that ends in .yaml. Forms: ${names.join(', ')}.`,
    );
  }
  const text = readFileSync(name, 'utf8');
  return { form: parseForm(text, basename(name)), text };
}

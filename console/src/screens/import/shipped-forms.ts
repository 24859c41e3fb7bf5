/** The known forms of files, as the command line has them. They are bundled with this screen. */
import { type FormFile, parseForm } from 'counterpart-intake/forms/form.ts';

const texts = import.meta.glob<string>('../../../../src/platform/intake/forms/shipped/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
let read: readonly FormFile[] | undefined;

export function shippedForms(): readonly FormFile[] {
  read ??= Object.entries(texts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => ({ form: parseForm(text, path.slice(path.lastIndexOf('/') + 1)), text }));
  return read;
}

export function shippedForm(name: string): FormFile['form'] {
  const found = shippedForms().find(({ form }) => form.form === name);
  if (found === undefined) throw new Error(`There is no form ${name}.`);
  return found.form;
}
